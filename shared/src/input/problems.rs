//! What is wrong with a request, by field.

use std::collections::BTreeMap;

use crate::time::IstDate;

/// What is wrong with a request: field path → messages.
#[derive(Debug, Default)]
pub struct Problems {
    told: BTreeMap<String, Vec<String>>,
    today: Option<IstDate>,
}

impl Problems {
    /// For fields that are judged by the day they were sent on.
    pub fn on(today: Option<IstDate>) -> Self {
        Self { told: BTreeMap::new(), today }
    }

    /// The day the request is judged on, where it came through the gate.
    pub fn today(&self) -> Option<IstDate> {
        self.today
    }

    pub fn add(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.told.entry(path.into()).or_default().push(message.into());
    }

    /// Takes over what was found elsewhere.
    pub fn join(&mut self, other: Self) {
        for (path, messages) in other.told {
            self.told.entry(path).or_default().extend(messages);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.told.is_empty()
    }

    /// Whether anything has been said about this field.
    pub fn has(&self, path: &str) -> bool {
        self.told.contains_key(path)
    }

    /// Field path → messages, for the error envelope.
    pub fn into_details(self) -> BTreeMap<String, Vec<String>> {
        self.told
    }

    /// A fresh collection that is judged on the same day.
    pub(super) fn on_same_day(&self) -> Self {
        Self { told: BTreeMap::new(), today: self.today }
    }

    pub(super) fn len(&self) -> usize {
        self.told.len()
    }
}
