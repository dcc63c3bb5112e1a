//! A mark that something was done for good, written in the transaction that did it.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use crate::table::{Key, Places, Record, keys};
use crate::time::Instant;

const KEPT: TimeDelta = TimeDelta::days(400);

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Mark {
    pub key: String,
    pub at: Instant,
}

impl Mark {
    pub fn new(key: impl Into<String>, at: Instant) -> Self {
        Self { key: key.into(), at }
    }
}

impl Record for Mark {
    const KIND: &'static str = "mark";

    fn key(&self) -> Key {
        keys::sent(&self.key)
    }

    fn places(&self) -> Places {
        Places { ttl: Some(self.at.plus(KEPT)), ..Places::default() }
    }
}
