//! How fast mail is sent: as fast as SES allows the account, shared by all that send.

use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{Interval, MissedTickBehavior, interval};

use parlour_settings::Settings;

/// One instance's share of the account's rate. Whoever sends waits for their turn, however many wait at once.
pub(super) struct Pace(Mutex<Interval>);

impl Pace {
    pub fn of(settings: &Settings) -> Option<Self> {
        share(settings).map(Self::every)
    }

    fn every(span: Duration) -> Self {
        let mut turns = interval(span);
        // After a pause the next mails keep their distance too.
        turns.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self(Mutex::new(turns))
    }

    /// Waits until it may be sent. The lock is held meanwhile, so that those who wait go in the order they came.
    pub async fn turn(&self) {
        self.0.lock().await.tick().await;
    }
}

/// The time from one mail of this instance to the next.
fn share(settings: &Settings) -> Option<Duration> {
    // Beside those that take messages from the queue, a scheduled job may be sending.
    let instances = u64::from(settings.senders_at_once.unwrap_or(0)).saturating_add(1);
    let span = instances.saturating_mul(1_000).checked_div(settings.mails_per_second?.into())?;
    Some(Duration::from_millis(span.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::future::join_all;
    use parlour_values::time::Stopwatch;

    #[tokio::test]
    async fn those_who_wait_at_the_same_time_go_one_after_another() {
        let (pace, watch) = (Pace::every(Duration::from_millis(10)), Stopwatch::start());
        join_all((0..5).map(|_| pace.turn())).await;
        assert!(watch.elapsed_ms() >= 40);
    }

    #[test]
    fn the_accounts_rate_is_shared_by_all_instances() {
        let of = |settings: &[(&str, &str)]| {
            let settings = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
            share(&Settings::read(settings.collect()))
        };
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[("MAILS_PER_SECOND", "14"), ("SENDERS_AT_ONCE", "6")]), Some(Duration::from_millis(500)));
        assert_eq!(of(&[("MAILS_PER_SECOND", "1")]), Some(Duration::from_secs(1)));
        assert_eq!(of(&[("MAILS_PER_SECOND", "5000")]), Some(Duration::from_millis(1)));
    }
}
