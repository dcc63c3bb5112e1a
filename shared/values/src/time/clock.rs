//! The clock that everything asks, and the machine's own for deadlines and durations.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::Utc;

use super::{Instant, IstDate};

/// The only source of the current time. Clones share the clock: setting one sets all.
#[derive(Clone, Debug)]
pub struct Clock(ClockSource);

#[derive(Clone, Debug)]
enum ClockSource {
    Real,
    /// Real time with an offset in milliseconds.
    Shifted(Arc<AtomicI64>),
    /// Fixed until it is set; for tests.
    Fixed(Arc<AtomicI64>),
}

impl Clock {
    pub fn real() -> Self {
        Self(ClockSource::Real)
    }

    /// Starts at `now` and keeps running.
    pub fn starting_at(now: Instant) -> Self {
        let shift = now.millis().saturating_sub(Utc::now().timestamp_millis());
        Self(ClockSource::Shifted(Arc::new(AtomicI64::new(shift))))
    }

    /// Stays at `now` until it is set.
    pub fn fixed(now: Instant) -> Self {
        Self(ClockSource::Fixed(Arc::new(AtomicI64::new(now.millis()))))
    }

    pub fn now(&self) -> Instant {
        match &self.0 {
            ClockSource::Real => Instant::from_millis(Utc::now().timestamp_millis()),
            ClockSource::Shifted(shift) => {
                Instant::from_millis(Utc::now().timestamp_millis().saturating_add(shift.load(Ordering::SeqCst)))
            }
            ClockSource::Fixed(millis) => Instant::from_millis(millis.load(Ordering::SeqCst)),
        }
    }

    /// Today in IST.
    pub fn today(&self) -> IstDate {
        self.now().ist_date()
    }

    /// Sets an adjustable clock; has no effect on the real one.
    pub fn set(&self, now: Instant) {
        match &self.0 {
            ClockSource::Real => {}
            ClockSource::Shifted(shift) => {
                shift.store(now.millis().saturating_sub(Utc::now().timestamp_millis()), Ordering::SeqCst);
            }
            ClockSource::Fixed(millis) => millis.store(now.millis(), Ordering::SeqCst),
        }
    }
}

/// Measures elapsed time by the machine's monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(std::time::Instant);

impl Stopwatch {
    pub fn start() -> Self {
        Self(std::time::Instant::now())
    }

    pub fn elapsed_ms(self) -> u64 {
        u64::try_from(self.0.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}
