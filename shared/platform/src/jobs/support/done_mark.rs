//! A mark that something was done for good, written in the transaction that did it.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use parlour_storage::table::{Key, Places, Record, keys};
use parlour_values::time::Instant;

const KEPT: TimeDelta = TimeDelta::days(400);

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DoneMark {
    pub key: String,
    pub at: Instant,
}

impl DoneMark {
    pub fn new(key: impl Into<String>, at: Instant) -> Self {
        Self { key: key.into(), at }
    }
}

impl Record for DoneMark {
    const KIND: &'static str = "mark";

    fn key(&self) -> Key {
        keys::sent(&self.key)
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
    fn the_golden_row_of_a_mark_is_read_and_written() {
        let golden = json!({
            "PK": { "S": "SENT#birthday#u1#2026" }, "SK": { "S": "SENT" },
            "kind": { "S": "mark" }, "format": { "N": "1" }, "v": { "N": "1" },
            "key": { "S": "birthday#u1#2026" }, "at": { "S": "2026-11-16T04:30:00.000Z" },
        });
        assert_eq!(rewritten::<DoneMark>(golden.clone()).unwrap(), golden);
    }
}
