//! Validation problems by field.

use std::collections::BTreeMap;

use crate::time::IstDate;

/// Field path → messages.
#[derive(Debug, Default)]
pub struct Problems {
    by_path: BTreeMap<String, Vec<String>>,
    today: Option<IstDate>,
}

impl Problems {
    /// For fields that are validated against the current day.
    pub fn on(today: Option<IstDate>) -> Self {
        Self { by_path: BTreeMap::new(), today }
    }

    /// The current day, if the request came through the gate.
    pub fn today(&self) -> Option<IstDate> {
        self.today
    }

    pub fn add(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.by_path.entry(path.into()).or_default().push(message.into());
    }

    /// Adds the problems found elsewhere.
    pub fn join(&mut self, other: Self) {
        for (path, messages) in other.by_path {
            self.by_path.entry(path).or_default().extend(messages);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.by_path.is_empty()
    }

    /// Whether the field has a problem.
    pub fn has(&self, path: &str) -> bool {
        self.by_path.contains_key(path)
    }

    /// Field path → messages, for the error envelope.
    pub fn into_details(self) -> BTreeMap<String, Vec<String>> {
        self.by_path
    }

    /// An empty collection for the same day.
    pub(super) fn on_same_day(&self) -> Self {
        Self { by_path: BTreeMap::new(), today: self.today }
    }

    pub(super) fn len(&self) -> usize {
        self.by_path.len()
    }
}
