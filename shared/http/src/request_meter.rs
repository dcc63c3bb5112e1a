//! Counts requests against their limits. An instance counts in its memory and tells the others through the table only now
//! and then, so that most requests are counted without a call. One instance keeps a limit exactly; several together admit
//! at most [`told_every`] requests more for each of them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::TimeDelta;

use super::caller::ClientIp;
use super::errors::Refusal;
use super::limits::{Limit, RateLimitStatus};
use parlour_storage::salon::Salon;
use parlour_storage::table::keys;
use parlour_values::time::Instant;

/// The client whose requests are counted: an address, a token's hash or a customer's id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Metered {
    pub limit: Limit,
    allowed: u64,
    client: String,
}

impl Metered {
    pub fn new(salon: &Salon, limit: Limit, client: String) -> Self {
        Self { limit, allowed: limit.allowed(&salon.settings), client }
    }

    fn key(&self) -> (&'static str, String) {
        (self.limit.name, self.client.clone())
    }
}

/// How many requests of a client an instance counts before it tells the others: of the narrow limits two, so that whoever
/// asks once costs nothing, and at most a thirtieth of the wide ones.
const fn told_every(allowed: u64) -> u64 {
    if allowed < 60 { 2 } else { allowed / 30 }
}

/// How many clients an instance remembers.
const MAX_REMEMBERED: usize = 10_000;

/// Counts what stands for a request of another route, and refuses it beyond that route's limit.
pub async fn count_against(salon: &Salon, limit: Limit, client: &ClientIp) -> Result<(), Refusal> {
    let metered = Metered::new(salon, limit, client.network());
    let status = salon.remembered::<RequestMeter>().pass(salon, &metered).await;
    if status.is_refused() { Err(status.refusal()) } else { Ok(()) }
}

/// The use that known clients have made of their windows.
#[derive(Default)]
pub(super) struct RequestMeter(Mutex<HashMap<(&'static str, String), Usage>>);

#[derive(Clone, Copy)]
struct Usage {
    allowed: u64,
    window: i64,
    /// When the window is over, in seconds.
    end: i64,
    /// Counted by this instance, and how many of those the table knows.
    own: u64,
    told: u64,
    /// Counted by other instances, as far as this one knows.
    others: u64,
}

impl Usage {
    fn begun(metered: &Metered, window: i64) -> Self {
        Self { allowed: metered.allowed, window, end: metered.limit.end(window), own: 0, told: 0, others: 0 }
    }

    fn status(&self, now: Instant) -> RateLimitStatus {
        let used = self.own.saturating_add(self.others);
        RateLimitStatus { limit: self.allowed, used, resets_in: self.end.saturating_sub(now.seconds()) }
    }
}

impl RequestMeter {
    /// Counts a request, tells the others where it is time to, and says how the client stands. Whoever has used up their
    /// window is refused without a call, and not counted any further.
    pub async fn pass(&self, salon: &Salon, metered: &Metered) -> RateLimitStatus {
        let now = salon.clock.now();
        if let Some(exceeded) = self.exceeded(metered, now) {
            return exceeded;
        }
        let (own, counted) = self.counted(metered, now);
        match self.tell(salon, metered).await {
            // By its own place in the row: others of this instance may have come meanwhile.
            Some(others) => RateLimitStatus { used: own.saturating_add(others), ..counted },
            None => counted,
        }
    }

    /// Refuses a client who has used up their window, without reading anything.
    pub fn exceeded(&self, metered: &Metered, now: Instant) -> Option<RateLimitStatus> {
        self.known(metered, now).map(|usage| usage.status(now)).filter(RateLimitStatus::is_refused)
    }

    /// Refuses one more request of a client who is counted only after it, once there are as many as may be.
    pub fn used_up(&self, metered: &Metered, now: Instant) -> Option<RateLimitStatus> {
        let status = self.known(metered, now)?.status(now);
        Some(RateLimitStatus { used: status.used.saturating_add(1), ..status }).filter(RateLimitStatus::is_refused)
    }

    fn known(&self, metered: &Metered, now: Instant) -> Option<Usage> {
        let window = metered.limit.window(now);
        self.lock().get(&metered.key()).copied().filter(|usage| usage.window == window)
    }

    pub fn count(&self, metered: &Metered, now: Instant) -> RateLimitStatus {
        self.counted(metered, now).1
    }

    /// The place of this request among those of the instance, and how the client stands with it.
    fn counted(&self, metered: &Metered, now: Instant) -> (u64, RateLimitStatus) {
        let window = metered.limit.window(now);
        let mut seen = self.lock();
        if seen.len() >= MAX_REMEMBERED {
            seen.retain(|_, usage| usage.end > now.seconds());
        }
        if seen.len() >= MAX_REMEMBERED {
            // The next report brings back the counts that the table was told.
            seen.clear();
        }
        let usage = seen.entry(metered.key()).or_insert_with(|| Usage::begun(metered, window));
        if usage.window != window {
            *usage = Usage::begun(metered, window);
        }
        usage.own = usage.own.saturating_add(1);
        (usage.own, usage.status(now))
    }

    /// Tells the others what this instance has counted, once that is enough, and learns how many they have. If the table
    /// fails, each instance counts for itself.
    pub async fn tell(&self, salon: &Salon, metered: &Metered) -> Option<u64> {
        let (window, more) = self.take_untold(metered, salon.clock.now())?;
        let forget_at = Instant::from_seconds(metered.limit.end(window)).plus(TimeDelta::minutes(5));
        let key = keys::limit_window(metered.limit.name, &metered.client, window);
        match salon.table.count_up_by(&key, more, forget_at).await {
            Ok(total) => {
                let mut seen = self.lock();
                let usage = seen.get_mut(&metered.key()).filter(|usage| usage.window == window)?;
                usage.others = usage.others.max(total.0.saturating_sub(usage.told));
                Some(usage.others)
            }
            Err(error) => {
                tracing::warn!(%error, limit = metered.limit.name, "could not count a request with those of others");
                None
            }
        }
    }

    fn take_untold(&self, metered: &Metered, now: Instant) -> Option<(i64, u64)> {
        let mut seen = self.lock();
        let window = metered.limit.window(now);
        let usage = seen.get_mut(&metered.key()).filter(|usage| usage.window == window)?;
        let more = usage.own.saturating_sub(usage.told);
        if more < told_every(usage.allowed) {
            return None;
        }
        usage.told = usage.own;
        Some((window, more))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<(&'static str, String), Usage>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Allowance;

    fn metered(limit: Limit, client: &str) -> Metered {
        let Allowance::Fixed(allowed) = limit.count else { panic!("{} is a setting", limit.name) };
        Metered { limit, allowed, client: client.to_owned() }
    }

    #[test]
    fn the_request_after_the_last_allowed_one_is_refused_until_the_window_is_over() {
        let meter = RequestMeter::default();
        let now: Instant = "2026-11-16T04:30:10Z".parse().unwrap();
        for limit in [Limit::TOKEN, Limit::ADDRESS, Limit::CUSTOMER_WRITES, Limit::BOOKINGS, Limit::PAGES] {
            let (a, b) = (metered(limit, "a"), metered(limit, "b"));
            for number in 1..=a.allowed {
                let status = meter.count(&a, now);
                assert!(!status.is_refused() && status.used == number && status.resets_in == 50);
            }
            assert!(meter.exceeded(&a, now).is_none());
            assert!(meter.count(&a, now).is_refused());
            assert!(meter.exceeded(&a, now).is_some() && meter.exceeded(&b, now).is_none());
            assert!(!meter.count(&b, now).is_refused(), "each client has their own");
            let later = now.plus(TimeDelta::seconds(50));
            assert!(meter.exceeded(&a, later).is_none() && meter.count(&a, later).used == 1);
        }
    }

    #[test]
    fn what_was_told_is_not_told_again() {
        let now: Instant = "2026-11-16T04:30:00Z".parse().unwrap();
        for (limit, every) in [(Limit::TOKEN, 20), (Limit::PAGES, 4), (Limit::BOOKINGS, 2)] {
            let (meter, a) = (RequestMeter::default(), metered(limit, "a"));
            for _ in 0..every {
                assert_eq!(meter.take_untold(&a, now), None);
                meter.count(&a, now);
            }
            assert_eq!(meter.take_untold(&a, now), Some((limit.window(now), every)));
            assert_eq!(meter.take_untold(&a, now), None);
            meter.count(&a, now);
            assert_eq!(meter.take_untold(&a, now.plus(TimeDelta::seconds(60))), None, "that window is over");
        }
    }

    #[test]
    fn however_many_clients_ask_only_so_many_are_remembered() {
        let meter = RequestMeter::default();
        let now: Instant = "2026-11-16T04:30:00Z".parse().unwrap();
        for client in 0..MAX_REMEMBERED + 100 {
            meter.count(&metered(Limit::PAGES, &client.to_string()), now);
        }
        assert!(meter.lock().len() <= MAX_REMEMBERED);
    }
}
