//! The rows in memory: about 140 bytes a customer, and four for each order they were asked for in.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashMap;

use super::entry::{Entry, EntryId, ListedEntry};
use super::lowered::{Lowered, titled};
use super::places::{PlaceSet, make_room};
use super::tag_sets::TagSets;
use super::texts::RowTexts;
use parlour_values::gems::Gems;
use parlour_values::id::UserId;
use parlour_values::time::Instant;

/// The fixed part of a row. What is absent is [`NONE`].
#[derive(Clone, Copy)]
struct RowSlot {
    /// Zeros where the id is in `odd_ids`.
    id: [u8; 16],
    spent: i64,
    first_visit: i64,
    last_visit: i64,
    gems: i64,
    created_at: i64,
    version: u32,
    visits: u32,
    noshows: u32,
    flags: u8,
}

/// Below every value, so that from the most down it comes last.
const NONE: i64 = i64::MIN;

const LISTED: u8 = 1;
const MERGED: u8 = 2;
const ODD_ID: u8 = 4;
/// The name is the one in lower case with a capital at the start of each word.
const TITLED: u8 = 8;
/// Name and email as they are written are in `originals`.
const ORIGINAL: u8 = 16;
/// The email was left at the desk.
const FROM_DESK: u8 = 32;
/// Counted, and not listed: whoever it was is erased, or works here by now.
const COUNTED_ONLY: u8 = 64;

/// Name and email of those few that cannot be told from their lower case.
struct Original {
    name: Box<str>,
    email: Box<str>,
}

#[derive(Default)]
pub(super) struct Rows {
    slots: Vec<RowSlot>,
    /// The places of all rows, sorted by id.
    by_id: Vec<u32>,
    texts: RowTexts,
    /// The number of each row's tags; by themselves, since a search for a tag reads them all.
    tags: Vec<u32>,
    tag_sets: TagSets,
    odd_ids: HashMap<u32, String>,
    originals: HashMap<u32, Original>,
}

/// The figure a row is sorted by.
#[derive(Clone, Copy)]
pub(super) enum SortFigure {
    Spent,
    Visits,
    LastVisit,
    Gems,
    NoShows,
}

/// The facts of a row that reports read.
pub struct RowFacts<'a> {
    id: EntryId<'a>,
    pub is_counted: bool,
    /// When a listed customer became one.
    pub created_at: Option<Instant>,
    pub first_visit: Option<Instant>,
    pub last_visit: Option<Instant>,
    pub gems: Option<Gems>,
}

impl RowFacts<'_> {
    pub fn id(&self) -> UserId {
        UserId::from(self.id.text().into_owned())
    }
}

impl Rows {
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    pub fn reserve(&mut self, rows: usize, text_bytes: usize) {
        let more = rows.saturating_sub(self.slots.len());
        self.slots.reserve_exact(more);
        self.by_id.reserve_exact(more);
        self.tags.reserve_exact(more);
        self.texts.reserve(more, text_bytes);
    }

    fn slot(&self, place: u32) -> Option<&RowSlot> {
        self.slots.get(usize::try_from(place).ok()?)
    }

    pub fn version(&self, place: u32) -> u32 {
        self.slot(place).map_or(0, |slot| slot.version)
    }

    pub fn is_listed(&self, place: u32) -> bool {
        self.slot(place).is_some_and(|slot| slot.flags & LISTED != 0)
    }

    fn id(&self, place: u32) -> EntryId<'_> {
        match self.slot(place) {
            Some(slot) if slot.flags & ODD_ID == 0 => EntryId::Packed(slot.id),
            _ => EntryId::Odd(Cow::Borrowed(self.odd_ids.get(&place).map(String::as_str).unwrap_or_default())),
        }
    }

    pub fn compare_ids(&self, one: u32, other: u32) -> Ordering {
        compare(&self.id(one), &self.id(other))
    }

    pub fn place_of(&self, id: &EntryId<'_>) -> Option<u32> {
        let at = self.by_id.binary_search_by(|place| compare(&self.id(*place), id)).ok()?;
        self.by_id.get(at).copied()
    }

    /// The places in the order of their ids.
    pub fn by_id(&self) -> impl Iterator<Item = u32> {
        self.by_id.iter().copied()
    }

    pub fn figure(&self, figure: SortFigure, place: u32) -> i64 {
        self.slot(place).map_or(NONE, |slot| match figure {
            SortFigure::Spent => slot.spent,
            SortFigure::Visits => slot.visits.into(),
            SortFigure::LastVisit => slot.last_visit,
            SortFigure::Gems => slot.gems,
            SortFigure::NoShows => slot.noshows.into(),
        })
    }

    /// In lower case.
    pub fn name(&self, place: u32) -> &str {
        self.texts.get(place).name
    }

    /// Adds rows that are not there yet.
    pub fn add(&mut self, entries: &[&Entry<'_>]) {
        let first = self.slots.len();
        for entry in entries {
            let place = u32::try_from(self.slots.len()).unwrap_or(u32::MAX);
            let (slot, texts) = self.packed(place, entry);
            make_room(&mut self.slots);
            self.slots.push(slot);
            make_room(&mut self.tags);
            self.tags.push(self.tag_sets.number(&entry.tags));
            self.texts.push(texts.as_ref().map(Lowered::folded));
        }
        let added = (first..self.slots.len()).filter_map(|place| u32::try_from(place).ok());
        let mut by_id = std::mem::take(&mut self.by_id);
        match entries {
            // One among many: into its place.
            [_] => {
                for place in added {
                    let at = by_id.partition_point(|other| self.compare_ids(*other, place).is_lt());
                    make_room(&mut by_id);
                    by_id.insert(at, place);
                }
            }
            // A snapshot is sorted by id already.
            _ => {
                let last = by_id.len().saturating_sub(1);
                by_id.reserve_exact(entries.len());
                by_id.extend(added);
                let rising = |one: &u32, other: &u32| self.compare_ids(*one, *other).is_lt();
                if !by_id.get(last..).is_some_and(|added| added.is_sorted_by(rising)) {
                    by_id.sort_by(|one, other| self.compare_ids(*one, *other));
                }
            }
        }
        self.by_id = by_id;
    }

    pub fn replace(&mut self, place: u32, entry: &Entry<'_>) {
        let (slot, texts) = self.packed(place, entry);
        let Ok(at) = usize::try_from(place) else { return };
        if let (Some(held), Some(tags)) = (self.slots.get_mut(at), self.tags.get_mut(at)) {
            *held = slot;
            *tags = self.tag_sets.number(&entry.tags);
            self.texts.set(place, texts.as_ref().map(Lowered::folded));
        }
    }

    fn packed<'e>(&mut self, place: u32, entry: &'e Entry<'_>) -> (RowSlot, Option<Lowered<'e>>) {
        let mut slot = RowSlot {
            id: [0; 16],
            spent: 0,
            first_visit: NONE,
            last_visit: NONE,
            gems: entry.gems.unwrap_or(NONE),
            created_at: 0,
            version: entry.version,
            visits: 0,
            noshows: 0,
            flags: if entry.merged { MERGED } else { 0 },
        };
        match &entry.id {
            EntryId::Packed(id) => slot.id = *id,
            EntryId::Odd(id) => {
                slot.flags |= ODD_ID;
                self.odd_ids.insert(place, id.to_string());
            }
        }
        self.originals.remove(&place);
        let lowered = entry.listed.as_ref().map(|listed| {
            slot.flags |= if entry.counted_only { COUNTED_ONLY } else { LISTED };
            slot.spent = listed.spent;
            slot.first_visit = listed.first_visit.unwrap_or(NONE);
            slot.last_visit = listed.last_visit.unwrap_or(NONE);
            slot.created_at = listed.created_at;
            slot.visits = listed.visits;
            slot.noshows = listed.noshows;
            if listed.is_from_desk {
                slot.flags |= FROM_DESK;
            }
            let lowered = Lowered::of(listed);
            let is_titled = lowered.name != listed.name && titled(&lowered.name) == listed.name;
            if is_titled && lowered.email == listed.email {
                slot.flags |= TITLED;
            } else if lowered.name != listed.name || lowered.email != listed.email {
                slot.flags |= ORIGINAL;
                let original = Original { name: listed.name.as_ref().into(), email: listed.email.as_ref().into() };
                self.originals.insert(place, original);
            }
            lowered
        });
        // Nobody finds them by a text.
        (slot, lowered.filter(|_| !entry.counted_only))
    }

    /// The row as it was taken in.
    pub fn entry(&self, place: u32) -> Option<Entry<'_>> {
        let slot = self.slot(place)?;
        let tags = *self.tags.get(usize::try_from(place).ok()?)?;
        let some = |value: i64| (value != NONE).then_some(value);
        Some(Entry {
            id: self.id(place),
            version: slot.version,
            merged: slot.flags & MERGED != 0,
            counted_only: slot.flags & COUNTED_ONLY != 0,
            gems: some(slot.gems),
            tags: self.tag_sets.tags(tags).iter().map(AsRef::as_ref).collect(),
            listed: (slot.flags & (LISTED | COUNTED_ONLY) != 0).then(|| {
                let texts = self.texts.get(place);
                let (name, email) = match self.originals.get(&place) {
                    Some(original) => (Cow::Borrowed(original.name.as_ref()), Cow::Borrowed(original.email.as_ref())),
                    None if slot.flags & TITLED != 0 => (Cow::Owned(titled(texts.name)), Cow::Borrowed(texts.email)),
                    None => (Cow::Borrowed(texts.name), Cow::Borrowed(texts.email)),
                };
                ListedEntry {
                    name,
                    email,
                    is_from_desk: slot.flags & FROM_DESK != 0,
                    phone: Cow::Borrowed(texts.phone),
                    created_at: slot.created_at,
                    visits: slot.visits,
                    spent: slot.spent,
                    noshows: slot.noshows,
                    first_visit: some(slot.first_visit),
                    last_visit: some(slot.last_visit),
                }
            }),
        })
    }

    /// The listed rows with this text in name, phone or email, if any is asked for, and this tag.
    pub fn matching(&self, text: &str, tag: Option<&str>) -> PlaceSet {
        let mut found = if text.is_empty() { self.texts.present() } else { self.texts.containing(text) };
        if let Some(tag) = tag {
            let wanted = self.tag_sets.with(tag);
            for (place, tags) in self.tags.iter().enumerate() {
                if !usize::try_from(*tags).is_ok_and(|tags| wanted.has(tags)) {
                    found.remove(place);
                }
            }
        }
        found
    }

    /// Everybody whose history is their own.
    pub fn each(&self, mut see: impl FnMut(RowFacts<'_>)) {
        let some = |value: i64| (value != NONE).then_some(value);
        for (place, slot) in (0_u32..).zip(&self.slots).filter(|(_, slot)| slot.flags & MERGED == 0) {
            let is_counted = slot.flags & (LISTED | COUNTED_ONLY) != 0;
            see(RowFacts {
                id: self.id(place),
                is_counted,
                created_at: is_counted.then(|| Instant::from_millis(slot.created_at)),
                first_visit: some(slot.first_visit).map(Instant::from_millis),
                last_visit: some(slot.last_visit).map(Instant::from_millis),
                gems: some(slot.gems).map(Gems),
            });
        }
    }

    /// Whether the row's history is somebody else's now.
    pub fn is_merged(&self, id: &EntryId<'_>) -> bool {
        let slot = self.place_of(id).and_then(|place| self.slot(place));
        slot.is_some_and(|slot| slot.flags & MERGED != 0)
    }

    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        let originals = self.originals.values().map(|original| original.name.len() + original.email.len() + 64);
        self.slots.capacity() * size_of::<RowSlot>()
            + (self.by_id.capacity() + self.tags.capacity()) * size_of::<u32>()
            + self.texts.bytes()
            + self.odd_ids.len() * 128
            + originals.sum::<usize>()
    }
}

/// As their texts compare: of two of ours the bytes do.
fn compare(one: &EntryId<'_>, other: &EntryId<'_>) -> Ordering {
    match (one, other) {
        (EntryId::Packed(one), EntryId::Packed(other)) => one.cmp(other),
        _ => one.text().cmp(&other.text()),
    }
}
