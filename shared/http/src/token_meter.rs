//! The limit of tokens. An instance counts in its memory and tells the others through the table only now and then, so that
//! a token's request costs no more calls than a session's. One instance keeps the limit exactly; several together admit at
//! most [`REPORT_EVERY`] requests more for each of them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::TimeDelta;

use super::limits::RateLimitStatus;
use parlour_storage::salon::Salon;
use parlour_storage::table::keys;
use parlour_values::time::Instant;

/// Requests of one token in a window.
pub(super) const ALLOWED: u64 = 600;
const SECONDS: i64 = 60;
const REPORT_EVERY: u64 = 20;
/// Above this many tokens, those of past windows are dropped.
const MAX_REMEMBERED: usize = 10_000;

/// The usage of valid tokens in the current window, by hash.
#[derive(Default)]
pub(super) struct TokenMeter(Mutex<HashMap<String, Usage>>);

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
    fn status(&self, now: i64) -> RateLimitStatus {
        let resets_in = self.window.saturating_add(1).saturating_mul(SECONDS).saturating_sub(now);
        RateLimitStatus { limit: ALLOWED, used: self.own.saturating_add(self.others), resets_in }
    }
}

impl TokenMeter {
    /// Refuses a token that has used up its window, without reading anything.
    pub fn exceeded(&self, hash: &str, now: Instant) -> Option<RateLimitStatus> {
        let now = now.seconds();
        let usage = self.lock().get(hash).copied().filter(|usage| usage.window == now.div_euclid(SECONDS))?;
        Some(usage.status(now)).filter(RateLimitStatus::is_refused)
    }

    /// Counts a request of a valid token.
    pub fn count(&self, hash: &str, now: Instant) -> RateLimitStatus {
        let now = now.seconds();
        let window = now.div_euclid(SECONDS);
        let mut seen = self.lock();
        if seen.len() >= MAX_REMEMBERED {
            seen.retain(|_, usage| usage.window >= window);
        }
        let usage = seen.entry(hash.to_owned()).or_default();
        if usage.window != window {
            *usage = Usage { window, ..Usage::default() };
        }
        usage.own = usage.own.saturating_add(1);
        usage.status(now)
    }

    /// Tells the others what this instance has counted, once that is enough, and learns what they have. If the table
    /// fails, each instance counts for itself.
    pub async fn report(&self, salon: &Salon, hash: &str) {
        let window = salon.clock.now().seconds().div_euclid(SECONDS);
        let Some(more) = self.take_unreported(hash, window) else { return };
        let forget_at = Instant::from_seconds(window.saturating_add(1).saturating_mul(SECONDS));
        let key = keys::limit_window("token", hash, window);
        match salon.table.count_up_by(&key, more, forget_at.plus(TimeDelta::minutes(5))).await {
            Ok(total) => {
                if let Some(usage) = self.lock().get_mut(hash).filter(|usage| usage.window == window) {
                    usage.others = usage.others.max(total.0.saturating_sub(usage.reported));
                }
            }
            Err(error) => tracing::warn!(%error, "could not count the requests of a token"),
        }
    }

    fn take_unreported(&self, hash: &str, window: i64) -> Option<u64> {
        let mut seen = self.lock();
        let usage = seen.get_mut(hash).filter(|usage| usage.window == window)?;
        let more = usage.own.saturating_sub(usage.reported);
        if more < REPORT_EVERY {
            return None;
        }
        usage.reported = usage.own;
        Some(more)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Usage>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_request_after_the_last_allowed_one_is_refused_until_the_window_is_over() {
        let meter = TokenMeter::default();
        let now: Instant = "2026-11-16T04:30:10Z".parse().unwrap();
        for number in 1..=ALLOWED {
            let status = meter.count("a", now);
            assert!(!status.is_refused() && status.used == number && status.resets_in == 50);
        }
        assert!(meter.exceeded("a", now).is_none());
        assert!(meter.count("a", now).is_refused());
        assert!(meter.exceeded("a", now).is_some() && meter.exceeded("b", now).is_none());
        assert!(!meter.count("b", now).is_refused(), "each token has its own");
        let later = now.plus(TimeDelta::seconds(50));
        assert!(meter.exceeded("a", later).is_none() && meter.count("a", later).used == 1);
    }

    #[test]
    fn what_was_reported_is_not_reported_again() {
        let meter = TokenMeter::default();
        let now: Instant = "2026-11-16T04:30:00Z".parse().unwrap();
        let window = now.seconds().div_euclid(SECONDS);
        for _ in 0..REPORT_EVERY {
            assert_eq!(meter.take_unreported("a", window), None);
            meter.count("a", now);
        }
        assert_eq!(meter.take_unreported("a", window), Some(REPORT_EVERY));
        assert_eq!(meter.take_unreported("a", window), None);
        assert_eq!(meter.take_unreported("a", window + 1), None);
    }
}
