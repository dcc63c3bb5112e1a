//! The texts that customers are found by, one after another in a single string, of which the stretches are searched that
//! may hold what is asked for.

use std::collections::BTreeMap;

use memchr::memmem::Finder;

use super::places::{PlaceSet, make_room};
use super::stretches::Stretches;

/// After each of the texts of a row: nothing that is asked for spans two of them.
const END: char = '\u{1f}';

/// Changed texts wait beside the long string until there are this many for each thousand rows.
const CHANGED_PER_THOUSAND: usize = 20;

#[derive(Default)]
pub(super) struct RowTexts {
    /// Name, phone and email of every row in lower case; nothing of a row that is not listed.
    all: String,
    /// The end of each row's texts.
    ends: Vec<u32>,
    /// The stretches of it that a word may be in.
    stretches: Stretches,
    /// The texts of rows that changed since.
    changed: BTreeMap<u32, Box<str>>,
}

/// The three texts of a row, in lower case.
pub(super) struct Folded<'a> {
    pub name: &'a str,
    pub phone: &'a str,
    pub email: &'a str,
}

impl RowTexts {
    pub fn reserve(&mut self, rows: usize, bytes: usize) {
        self.ends.reserve_exact(rows);
        self.all.reserve_exact(bytes);
        self.stretches.reserve(bytes);
    }

    /// The next row's texts.
    pub fn push(&mut self, texts: Option<Folded<'_>>) {
        let needed = texts.as_ref().map_or(0, Folded::bytes);
        if self.all.capacity().saturating_sub(self.all.len()) < needed {
            self.all.reserve_exact(needed.saturating_add(self.all.len() / 8));
        }
        if let Some(texts) = texts {
            texts.write(&mut self.all);
            self.stretches.follow(self.all.as_bytes());
        }
        make_room(&mut self.ends);
        self.ends.push(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
    }

    pub fn set(&mut self, place: u32, texts: Option<Folded<'_>>) {
        let mut text = String::new();
        if let Some(texts) = texts {
            texts.write(&mut text);
        }
        if self.text(place) != text {
            self.changed.insert(place, text.into_boxed_str());
            if self.changed.len().saturating_mul(1_000) > self.ends.len().saturating_mul(CHANGED_PER_THOUSAND) {
                self.write_anew();
            }
        }
    }

    fn text(&self, place: u32) -> &str {
        self.changed.get(&place).map_or_else(|| self.written(place), AsRef::as_ref)
    }

    fn written(&self, place: u32) -> &str {
        let at = usize::try_from(place).unwrap_or(usize::MAX);
        let end = |at: usize| self.ends.get(at).map_or(0, |end| usize::try_from(*end).unwrap_or(usize::MAX));
        let start = at.checked_sub(1).map_or(0, end);
        self.all.get(start..end(at)).unwrap_or_default()
    }

    pub fn get(&self, place: u32) -> Folded<'_> {
        let text = self.text(place);
        let mut parts = text.strip_suffix(END).unwrap_or(text).rsplitn(3, END);
        let (email, phone, name) = (parts.next(), parts.next(), parts.next());
        Folded { name: name.unwrap_or_default(), phone: phone.unwrap_or_default(), email: email.unwrap_or_default() }
    }

    /// The rows with the text in their name, phone or email.
    pub fn containing(&self, text: &str) -> PlaceSet {
        let mut found = PlaceSet::none(self.ends.len());
        if text.contains(END) {
            return found;
        }
        let (finder, bytes) = (Finder::new(text), self.all.as_bytes());
        let (mut place, mut start) = (0_usize, 0_usize);
        for stretch in self.stretches.holding(text.as_bytes()) {
            start = start.max(stretch.start);
            // If it begins in this stretch it may end in the next one.
            let end = stretch.end.saturating_add(text.len().saturating_sub(1)).min(bytes.len());
            while let Some(at) = bytes.get(start..end).and_then(|rest| finder.find(rest)) {
                place = row_at(&self.ends, place, start.saturating_add(at));
                let Some(end) = self.ends.get(place) else { break };
                found.add(place);
                start = usize::try_from(*end).unwrap_or(usize::MAX);
                place = place.saturating_add(1);
            }
        }
        for (place, changed) in &self.changed {
            found.set(*place, finder.find(changed.as_bytes()).is_some());
        }
        found
    }

    /// The rows that have any texts.
    pub fn present(&self) -> PlaceSet {
        let mut found = PlaceSet::none(self.ends.len());
        let mut start = 0;
        for (place, end) in self.ends.iter().enumerate() {
            if *end > start {
                found.add(place);
            }
            start = *end;
        }
        for (place, changed) in &self.changed {
            found.set(*place, !changed.is_empty());
        }
        found
    }

    fn write_anew(&mut self) {
        let rows = u32::try_from(self.ends.len()).unwrap_or(u32::MAX);
        let mut all = String::with_capacity(self.all.len());
        let mut ends = Vec::with_capacity(self.ends.len());
        for place in 0..rows {
            all.push_str(self.text(place));
            ends.push(u32::try_from(all.len()).unwrap_or(u32::MAX));
        }
        let mut stretches = Stretches::default();
        stretches.follow(all.as_bytes());
        *self = Self { all, ends, stretches, changed: BTreeMap::new() };
    }

    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        let long = self.all.capacity() + self.stretches.bytes();
        long + self.ends.capacity() * size_of::<u32>() + self.changed.len() * 128
    }
}

impl Folded<'_> {
    fn bytes(&self) -> usize {
        self.name.len().saturating_add(self.phone.len()).saturating_add(self.email.len()).saturating_add(3)
    }

    fn write(&self, to: &mut String) {
        for text in [self.name, self.phone, self.email] {
            to.push_str(text);
            to.push(END);
        }
    }
}

/// The row, from `first` on, whose texts hold this position: near ones are looked at first.
fn row_at(ends: &[u32], first: usize, position: usize) -> usize {
    let before = |end: &u32| usize::try_from(*end).unwrap_or(usize::MAX) <= position;
    let (mut low, mut step) = (first, 1_usize);
    while ends.get(low.saturating_add(step)).is_some_and(before) {
        low = low.saturating_add(step);
        step = step.saturating_mul(2);
    }
    let high = low.saturating_add(step).saturating_add(1).min(ends.len());
    low.saturating_add(ends.get(low..high).map_or(0, |ends| ends.partition_point(before)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(name: &'static str) -> Option<Folded<'static>> {
        Some(Folded { name, phone: "+919876543210", email: "a@example.test" })
    }

    fn found(texts: &RowTexts, text: &str) -> Vec<usize> {
        (0..texts.ends.len()).filter(|place| texts.containing(text).has(*place)).collect()
    }

    #[test]
    fn a_text_is_found_in_whichever_rows_have_it_and_never_across_two_fields_or_rows() {
        let mut texts = RowTexts::default();
        for row in [folded("asha"), None, folded("ravi ash"), folded("")] {
            texts.push(row);
        }
        assert_eq!(found(&texts, "ash"), [0, 2]);
        assert_eq!(found(&texts, "@example"), [0, 2, 3]);
        assert_eq!(found(&texts, "asha+91"), Vec::<usize>::new());
        assert_eq!(found(&texts, "testravi"), Vec::<usize>::new());
        assert_eq!(found(&texts, "\u{1f}"), Vec::<usize>::new());
        let ravi = texts.get(2);
        assert_eq!((ravi.name, ravi.phone, ravi.email), ("ravi ash", "+919876543210", "a@example.test"));
        assert_eq!((texts.get(3).name, texts.get(3).email), ("", "a@example.test"));
    }

    #[test]
    fn a_changed_text_is_found_by_its_new_words_only() {
        let mut texts = RowTexts::default();
        for _ in 0..200 {
            texts.push(folded("asha"));
        }
        for place in 0..50 {
            texts.set(place, folded("meera"));
            assert_eq!(found(&texts, "meera").len(), usize::try_from(place).unwrap() + 1);
            assert_eq!(found(&texts, "asha").len(), 199 - usize::try_from(place).unwrap());
        }
        texts.set(7, None);
        assert_eq!(found(&texts, "meera").len(), 49);
        assert!(texts.changed.len() < 10, "they are written into the long string now and then");
    }
}
