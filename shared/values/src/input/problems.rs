//! Validation problems by field.

use std::collections::BTreeMap;

use crate::time::IstDate;

/// As many fields as an answer names; a body can have thousands that are wrong.
const MOST_FIELDS: usize = 50;
/// As many messages as it gives for each.
const MOST_MESSAGES: usize = 5;

/// Field path → messages, the first ones found.
#[derive(Debug, Default)]
pub struct Problems {
    by_path: BTreeMap<String, Vec<String>>,
    /// How many were found, reported or not.
    found: usize,
    today: Option<IstDate>,
}

impl Problems {
    /// For fields that are validated against the current day.
    pub fn on(today: Option<IstDate>) -> Self {
        Self { today, ..Self::default() }
    }

    /// A single one.
    pub fn of(path: impl Into<String>, message: impl Into<String>) -> Self {
        let mut problems = Self::default();
        problems.add(path, message);
        problems
    }

    /// The current day, if the request came through the gate.
    pub fn today(&self) -> Option<IstDate> {
        self.today
    }

    pub fn add(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.found = self.found.saturating_add(1);
        let path = path.into();
        if self.by_path.len() >= MOST_FIELDS && !self.by_path.contains_key(&path) {
            return;
        }
        let messages = self.by_path.entry(path).or_default();
        if messages.len() < MOST_MESSAGES {
            messages.push(message.into());
        }
    }

    /// Adds the problems found elsewhere.
    pub fn join(&mut self, other: Self) {
        for (path, messages) in other.by_path {
            for message in messages {
                self.add(path.clone(), message);
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.found == 0
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
        Self::on(self.today)
    }

    /// How many there are, reported or not.
    pub(super) fn len(&self) -> usize {
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_names_fifty_fields_with_five_messages_each_and_all_are_counted() {
        let mut problems = Problems::default();
        for field in 0..60 {
            for message in 0..7 {
                problems.add(format!("f{field}"), message.to_string());
            }
        }
        assert_eq!(problems.len(), 420);
        let mut joined = Problems::default();
        joined.add("f0", "first");
        joined.join(problems);
        let details = joined.into_details();
        assert_eq!(details.len(), 50);
        assert!(details.values().all(|messages| messages.len() == 5));
        assert_eq!(details["f0"], ["first", "0", "1", "2", "3"]);
    }
}
