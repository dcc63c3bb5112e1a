//! The log of changes to the directory, written with each change: what an instance reads to know what changed since.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use parlour_storage::table::{Key, Places, Record, keys};
use parlour_values::id::{AttemptId, UserId};
use parlour_values::time::Instant;

/// How far back "what changed since" looks: longer than any write takes from its stamp to its commit, and than clocks
/// of two instances differ. What is read twice is recognised by its key in the log.
pub(super) const OVERLAP: TimeDelta = TimeDelta::seconds(30);
/// A transaction's items become visible one by one, and the log may be first: until an entry is this old, the row it
/// names is read again.
pub(super) const SETTLED: TimeDelta = TimeDelta::seconds(10);
/// How long the log is kept, and how far back it is relied upon.
const KEPT: TimeDelta = TimeDelta::days(3);
const RELIED_UPON: TimeDelta = TimeDelta::days(2);

/// Whether the log tells everything that changed since this moment.
pub(super) fn is_logged_since(moment: Instant, now: Instant) -> bool {
    now.since(moment) < RELIED_UPON
}

/// One transaction changed one row. Which part of it is not said: the row itself is read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct LoggedChange {
    pub customer: UserId,
    pub at: Instant,
    /// Of the transaction, so that two in one millisecond are told apart.
    pub attempt: AttemptId,
}

impl Record for LoggedChange {
    const KIND: &'static str = "directory_change";

    fn key(&self) -> Key {
        keys::directory_change(self.at, &self.attempt, &self.customer)
    }

    fn places(&self) -> Places {
        Places { ttl: Some(self.at.plus(KEPT)), ..Places::default() }
    }
}

#[cfg(test)]
mod tests {
    use parlour_storage::table::rewritten;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_golden_row_of_a_change_is_read_and_written() {
        let golden = json!({
            "PK": { "S": "DIRECTORY_LOG" }, "SK": { "S": "2026-11-16T04:30:00.000Z#t1#u1" },
            "kind": { "S": "directory_change" }, "format": { "N": "1" }, "v": { "N": "1" },
            "customer": { "S": "u1" }, "at": { "S": "2026-11-16T04:30:00.000Z" }, "attempt": { "S": "t1" },
        });
        assert_eq!(rewritten::<LoggedChange>(golden.clone()).unwrap(), golden);
    }
}
