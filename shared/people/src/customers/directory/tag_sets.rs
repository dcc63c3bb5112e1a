//! The combinations of tags that customers have: few, so that a row needs only the number of its own.

use std::collections::HashMap;

use super::places::PlaceSet;

#[derive(Default)]
pub(super) struct TagSets {
    sets: Vec<Box<[Box<str>]>>,
    numbers: HashMap<Box<[Box<str>]>, u32>,
}

impl TagSets {
    /// The number of these tags, which come in their order.
    pub fn number(&mut self, tags: &[&str]) -> u32 {
        let set: Box<[Box<str>]> = tags.iter().map(|tag| Box::from(*tag)).collect();
        if let Some(number) = self.numbers.get(&set) {
            return *number;
        }
        let number = u32::try_from(self.sets.len()).unwrap_or(u32::MAX);
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        number
    }

    pub fn tags(&self, number: u32) -> &[Box<str>] {
        usize::try_from(number).ok().and_then(|number| self.sets.get(number)).map(AsRef::as_ref).unwrap_or_default()
    }

    /// The numbers of the sets with this tag.
    pub fn with(&self, tag: &str) -> PlaceSet {
        let mut found = PlaceSet::none(self.sets.len());
        for (number, set) in self.sets.iter().enumerate() {
            if set.iter().any(|held| held.as_ref() == tag) {
                found.add(number);
            }
        }
        found
    }
}
