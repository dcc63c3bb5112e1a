//! How fast mail is sent: as fast as SES allows the account, shared by all that send.

use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{Instant, sleep_until};

use parlour_settings::Settings;

/// One instance's share of the account's rate. Whoever sends waits for their turn, however many wait at once.
pub(super) struct Pace {
    every: Duration,
    next: Mutex<Instant>,
}

impl Pace {
    pub fn of(settings: &Settings) -> Option<Self> {
        // Beside those that take messages from the queue, a scheduled job may be sending.
        let instances = u64::from(settings.senders_at_once.unwrap_or(0)).saturating_add(1);
        let every = instances.saturating_mul(1_000).checked_div(settings.mails_per_second?.into())?;
        Some(Self::every(Duration::from_millis(every)))
    }

    fn every(every: Duration) -> Self {
        Self { every, next: Mutex::new(Instant::now()) }
    }

    /// Waits until it may be sent. The lock is held meanwhile, so that those who wait go in the order they came.
    pub async fn turn(&self) {
        let mut next = self.next.lock().await;
        sleep_until(*next).await;
        let now = Instant::now();
        *next = now.checked_add(self.every).unwrap_or(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::future::join_all;

    #[tokio::test]
    async fn those_who_wait_at_the_same_time_go_one_after_another() {
        let (pace, started) = (Pace::every(Duration::from_millis(10)), Instant::now());
        join_all((0..5).map(|_| pace.turn())).await;
        assert!(started.elapsed() >= Duration::from_millis(40));
    }

    #[test]
    fn the_accounts_rate_is_shared_by_all_instances() {
        let of = |settings: &[(&str, &str)]| {
            let settings = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
            Pace::of(&Settings::read(settings.collect())).map(|pace| pace.every)
        };
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[("MAILS_PER_SECOND", "14"), ("SENDERS_AT_ONCE", "6")]), Some(Duration::from_millis(500)));
        assert_eq!(of(&[("MAILS_PER_SECOND", "1")]), Some(Duration::from_secs(1)));
    }
}
