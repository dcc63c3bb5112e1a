//! The limits of callers: of tokens, of what customers write, and of addresses. An instance counts in its memory and tells the others
//! through the table only now and then, so that a request that is counted costs no more calls. One instance keeps the limit
//! exactly; several together admit at most [`REPORT_EVERY`] requests more for each of them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::TimeDelta;

use super::limits::RateLimitStatus;
use parlour_storage::salon::Salon;
use parlour_storage::table::keys;
use parlour_values::time::Instant;

/// What is counted, each caller by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Metered {
    /// Requests of a token, by its hash.
    Token,
    /// Writes of a customer at the customer app, by user.
    CustomerWrites,
    /// Requests from an address (`share.rs`).
    Address,
}

impl Metered {
    /// How many there may be in a window.
    pub const fn allowed(self) -> u64 {
        match self {
            Self::Token => 600,
            Self::CustomerWrites => 300,
            // A tenth of what the template lets each API take.
            Self::Address => 1_200,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Token => "token",
            Self::CustomerWrites => "customer-writes",
            Self::Address => "address",
        }
    }
}

/// One caller, as what they are counted.
pub(super) type MeteredCaller = (Metered, String);

const SECONDS: i64 = 60;
const REPORT_EVERY: u64 = 20;
/// Above this many callers, those of past windows are dropped.
const MAX_REMEMBERED: usize = 10_000;

/// The usage of known callers in the current window.
#[derive(Default)]
pub(super) struct CallerMeter(Mutex<HashMap<MeteredCaller, Usage>>);

#[derive(Clone, Copy, Default)]
struct Usage {
    window: i64,
    /// Counted by this instance, and how many of those the table knows.
    own: u64,
    reported: u64,
    /// Counted by other instances, as far as this one knows.
    others: u64,
}

impl Usage {
    fn status(&self, metered: Metered, now: i64) -> RateLimitStatus {
        let resets_in = self.window.saturating_add(1).saturating_mul(SECONDS).saturating_sub(now);
        RateLimitStatus { limit: metered.allowed(), used: self.own.saturating_add(self.others), resets_in }
    }
}

impl CallerMeter {
    /// Refuses a caller who has used up their window, without reading anything.
    pub fn exceeded(&self, caller: &MeteredCaller, now: Instant) -> Option<RateLimitStatus> {
        let now = now.seconds();
        let usage = self.lock().get(caller).copied().filter(|usage| usage.window == now.div_euclid(SECONDS))?;
        Some(usage.status(caller.0, now)).filter(RateLimitStatus::is_refused)
    }

    /// Refuses one more request of a caller who is counted only after it, once there are as many as may be.
    pub fn used_up(&self, caller: &MeteredCaller, now: Instant) -> Option<RateLimitStatus> {
        let now = now.seconds();
        let usage = self.lock().get(caller).copied().filter(|usage| usage.window == now.div_euclid(SECONDS))?;
        let status = usage.status(caller.0, now);
        Some(RateLimitStatus { used: status.used.saturating_add(1), ..status }).filter(RateLimitStatus::is_refused)
    }

    /// Counts a request of a caller who is who they say.
    pub fn count(&self, caller: &MeteredCaller, now: Instant) -> RateLimitStatus {
        let now = now.seconds();
        let window = now.div_euclid(SECONDS);
        let mut seen = self.lock();
        if seen.len() >= MAX_REMEMBERED {
            seen.retain(|_, usage| usage.window >= window);
        }
        let usage = seen.entry(caller.clone()).or_default();
        if usage.window != window {
            *usage = Usage { window, ..Usage::default() };
        }
        usage.own = usage.own.saturating_add(1);
        usage.status(caller.0, now)
    }

    /// Tells the others what this instance has counted, once that is enough, and learns what they have. If the table
    /// fails, each instance counts for itself.
    pub async fn report(&self, salon: &Salon, caller: &MeteredCaller) {
        let window = salon.clock.now().seconds().div_euclid(SECONDS);
        let Some(more) = self.take_unreported(caller, window) else { return };
        let forget_at = Instant::from_seconds(window.saturating_add(1).saturating_mul(SECONDS));
        let key = keys::limit_window(caller.0.name(), &caller.1, window);
        match salon.table.count_up_by(&key, more, forget_at.plus(TimeDelta::minutes(5))).await {
            Ok(total) => {
                if let Some(usage) = self.lock().get_mut(caller).filter(|usage| usage.window == window) {
                    usage.others = usage.others.max(total.0.saturating_sub(usage.reported));
                }
            }
            Err(error) => tracing::warn!(%error, "could not count the requests of a caller"),
        }
    }

    fn take_unreported(&self, caller: &MeteredCaller, window: i64) -> Option<u64> {
        let mut seen = self.lock();
        let usage = seen.get_mut(caller).filter(|usage| usage.window == window)?;
        let more = usage.own.saturating_sub(usage.reported);
        if more < REPORT_EVERY {
            return None;
        }
        usage.reported = usage.own;
        Some(more)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<MeteredCaller, Usage>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_request_after_the_last_allowed_one_is_refused_until_the_window_is_over() {
        let meter = CallerMeter::default();
        let now: Instant = "2026-11-16T04:30:10Z".parse().unwrap();
        for metered in [Metered::Token, Metered::CustomerWrites, Metered::Address] {
            let (a, b) = ((metered, "a".to_owned()), (metered, "b".to_owned()));
            for number in 1..=metered.allowed() {
                let status = meter.count(&a, now);
                assert!(!status.is_refused() && status.used == number && status.resets_in == 50);
            }
            assert!(meter.exceeded(&a, now).is_none());
            assert!(meter.count(&a, now).is_refused());
            assert!(meter.exceeded(&a, now).is_some() && meter.exceeded(&b, now).is_none());
            assert!(!meter.count(&b, now).is_refused(), "each caller has their own");
            let later = now.plus(TimeDelta::seconds(50));
            assert!(meter.exceeded(&a, later).is_none() && meter.count(&a, later).used == 1);
        }
    }

    #[test]
    fn what_was_reported_is_not_reported_again() {
        let (meter, a) = (CallerMeter::default(), (Metered::Token, "a".to_owned()));
        let now: Instant = "2026-11-16T04:30:00Z".parse().unwrap();
        let window = now.seconds().div_euclid(SECONDS);
        for _ in 0..REPORT_EVERY {
            assert_eq!(meter.take_unreported(&a, window), None);
            meter.count(&a, now);
        }
        assert_eq!(meter.take_unreported(&a, window), Some(REPORT_EVERY));
        assert_eq!(meter.take_unreported(&a, window), None);
        assert_eq!(meter.take_unreported(&a, window + 1), None);
    }
}
