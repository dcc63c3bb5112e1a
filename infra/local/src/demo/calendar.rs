//! When the demo's past happened, counted from the moment it is loaded; and identifiers that fit it.

use std::sync::atomic::{AtomicU64, Ordering};

use chrono::TimeDelta;
use parlour_values::time::{Instant, IstDate};

pub struct Calendar {
    pub now: Instant,
    pub today: IstDate,
    /// When the salon opened.
    pub opened: Instant,
    given: AtomicU64,
}

impl Calendar {
    pub fn at(now: Instant) -> Self {
        let today = now.ist_date();
        let opened = today.minus_days(400).start().plus(TimeDelta::hours(10));
        Self { now, today, opened, given: AtomicU64::new(0) }
    }

    /// So many days ago, at this hour.
    pub fn days_ago(&self, days: u64, hour: i64) -> Instant {
        self.today.minus_days(days).start().plus(TimeDelta::hours(hour))
    }

    /// An identifier as one made at that moment would sort; the same in every demo of that moment.
    pub fn id<T: From<String>>(&self, moment: Instant) -> T {
        let number = self.given.fetch_add(1, Ordering::Relaxed);
        // The layout of a UUID of version 7: time, then what tells two of one millisecond apart.
        T::from(format!("{:012x}7000{:016x}", moment.millis().max(0), 0x8000_0000_0000_0000_u64 | number))
    }
}
