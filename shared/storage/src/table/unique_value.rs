//! Uniqueness of emails, phones, slugs: the item is created and deleted in the same transaction as the record that
//! holds the value, so two records can never hold the same one.

use serde::{Deserialize, Serialize};

use super::keys::{self, Key, Unique};
use super::record::Record;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UniqueValue {
    pub what: Unique,
    pub value: String,
    /// The id of the record that holds the value.
    pub holder: String,
}

impl UniqueValue {
    pub fn held_by(holder: &impl std::fmt::Display, what: Unique, value: impl Into<String>) -> Self {
        Self { what, value: value.into(), holder: holder.to_string() }
    }
}

impl Record for UniqueValue {
    const KIND: &'static str = "taken";

    fn key(&self) -> Key {
        keys::unique_value(self.what, &self.value)
    }
}
