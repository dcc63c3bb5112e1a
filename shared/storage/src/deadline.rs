//! Until when something is waited for or tried again.

use std::time::Duration;

use tokio::time::Instant;

/// A deadline by the runtime's clock, as its sleeps are: independent of the salon's clock, and paused where a test pauses it.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Instant);

impl Deadline {
    pub fn after(span: Duration) -> Self {
        let now = Instant::now();
        Self(now.checked_add(span).unwrap_or(now))
    }

    pub fn passed(self) -> bool {
        Instant::now() >= self.0
    }
}
