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
