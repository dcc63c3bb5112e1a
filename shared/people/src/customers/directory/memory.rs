//! The rows in memory, in every order they were asked for, and how far they are known.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::entry::{Entry, EntryId};
use super::log::{OVERLAP, SETTLED, is_logged_since};
use super::rows::{RowFacts, Rows, SortFigure};
use parlour_storage::salon::Salon;
use parlour_values::id::UserId;
use parlour_values::text_enum::text_enum;
use parlour_values::time::Instant;

text_enum! {
    pub enum Sort {
        Ltv => "ltv",
        Visits => "visits",
        LastVisit => "last_visit",
        Name => "name",
        Gems => "gems",
        NoShows => "noshows",
    }
}

parlour_values::input::enum_fields!(Sort);

/// Up to this many changes are sorted in one by one; more, and the orders are made anew when next asked for.
const FEW: usize = 256;
/// If one row in so many matches, or fewer, those are sorted; else the page is looked for in the order of all.
const SELDOM: usize = 64;

/// The directory as one instance knows it.
#[derive(Default)]
pub struct Directory {
    memory: Mutex<DirectoryMemory>,
    /// Held while a cold instance reads everything, so that it does so once.
    pub(super) loading: tokio::sync::Mutex<()>,
}

impl Directory {
    /// The rows that this instance remembers.
    pub fn of(salon: &Salon) -> Arc<Self> {
        salon.remembered()
    }

    fn lock(&self) -> MutexGuard<'_, DirectoryMemory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Since when changes must be read at `now`; None while nothing has been read at all, or for too long.
    pub(super) fn known_since(&self, now: Instant) -> Option<Instant> {
        let until = self.lock().known_until.filter(|until| is_logged_since(*until, now))?;
        Some(until.min(now).minus(OVERLAP))
    }

    /// Takes rows in; versions only grow, so one that was overtaken by a later one changes nothing.
    pub(super) fn learn(&self, entries: &[Entry<'_>]) {
        self.lock().learn(entries);
    }

    /// Makes room for so many rows, with so many bytes of text in all.
    pub(super) fn expect(&self, rows: usize, text_bytes: usize) {
        self.lock().rows.reserve(rows, text_bytes);
    }

    /// Those of the changes whose rows must be read, by their keys in the log.
    pub(super) fn unseen<T>(&self, changes: Vec<(String, T)>) -> Vec<(String, T)> {
        let memory = self.lock();
        changes.into_iter().filter(|(key, _)| !memory.seen.contains(key)).collect()
    }

    /// Everything up to `asked` has been taken in, these changes among it.
    pub(super) fn known(&self, asked: Instant, changes: impl IntoIterator<Item = String>) {
        self.lock().known(asked, changes);
    }

    /// Everybody whose history is their own, as far as is known.
    pub fn each(&self, see: impl FnMut(RowFacts<'_>)) {
        self.lock().rows.each(see);
    }

    /// Those whose history was moved to somebody else.
    pub fn merged<'a>(&self, ids: impl Iterator<Item = &'a UserId>) -> Vec<UserId> {
        let memory = self.lock();
        ids.filter(|id| memory.rows.is_merged(&EntryId::of(id))).cloned().collect()
    }

    /// One page of the rows that match, in order, each as `show` shows it, and how many match in all.
    pub(super) fn page<T>(
        &self,
        wanted: &Wanted<'_>,
        skip: usize,
        take: usize,
        show: impl FnMut(Entry<'_>) -> Option<T>,
    ) -> (Vec<T>, usize) {
        self.lock().page(wanted, skip, take, show)
    }

    /// Every row, in the order of their ids.
    pub(super) fn all<T>(&self, see: impl FnOnce(&mut dyn Iterator<Item = Entry<'_>>) -> T) -> T {
        let memory = self.lock();
        let rows = &memory.rows;
        see(&mut rows.by_id().filter_map(|place| rows.entry(place)))
    }

    pub(super) fn len(&self) -> usize {
        self.lock().rows.len()
    }
}

/// The order and the filters of a page.
pub(super) struct Wanted<'a> {
    pub sort: Sort,
    /// In lower case; empty matches everybody.
    pub text: &'a str,
    pub tag: Option<&'a str>,
}

#[derive(Default)]
struct DirectoryMemory {
    rows: Rows,
    /// Places of those listed, sorted; made when first asked for.
    orders: [Option<Vec<u32>>; Sort::ALL.len()],
    known_until: Option<Instant>,
    /// The changes of the last moments that need no further look, by their keys in the log, which begin with their time.
    seen: BTreeSet<String>,
}

impl Sort {
    /// None for the name.
    fn figure(self) -> Option<SortFigure> {
        match self {
            Self::Name => None,
            Self::Ltv => Some(SortFigure::Spent),
            Self::Visits => Some(SortFigure::Visits),
            Self::LastVisit => Some(SortFigure::LastVisit),
            Self::Gems => Some(SortFigure::Gems),
            Self::NoShows => Some(SortFigure::NoShows),
        }
    }
}

/// Names from A on, everything else from the most down and what is missing last; ties by id.
fn compare(rows: &Rows, sort: Sort, one: u32, other: u32) -> Ordering {
    let ordering = match sort.figure() {
        None => rows.name(one).cmp(rows.name(other)),
        Some(figure) => rows.figure(figure, other).cmp(&rows.figure(figure, one)),
    };
    ordering.then_with(|| rows.compare_ids(one, other))
}

impl DirectoryMemory {
    fn learn(&mut self, entries: &[Entry<'_>]) {
        let (mut ids, mut added, mut changed) = (HashSet::with_capacity(entries.len()), Vec::new(), Vec::new());
        for entry in entries.iter().filter(|entry| ids.insert(&entry.id)) {
            match self.rows.place_of(&entry.id) {
                None => added.push(entry),
                Some(place) if self.rows.version(place) < entry.version => changed.push((place, entry)),
                Some(_) => {}
            }
        }
        if added.len().saturating_add(changed.len()) > FEW {
            self.orders = Default::default();
            self.rows.add(&added);
            changed.into_iter().for_each(|(place, entry)| self.rows.replace(place, entry));
            return;
        }
        for entry in added {
            let place = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
            self.rows.add(&[entry]);
            self.sort_in(place);
        }
        for (place, entry) in changed {
            self.sort_out(place);
            self.rows.replace(place, entry);
            self.sort_in(place);
        }
    }

    fn known(&mut self, asked: Instant, changes: impl IntoIterator<Item = String>) {
        let settled = asked.minus(SETTLED).to_string();
        self.seen.extend(changes.into_iter().filter(|key| *key < settled));
        let until = self.known_until.map_or(asked, |until| until.max(asked));
        self.known_until = Some(until);
        // No later question looks further back, unless the clock is set back: then rows are read again, no more.
        self.seen = self.seen.split_off(&until.minus(OVERLAP).minus(OVERLAP).to_string());
    }

    fn sort_out(&mut self, place: u32) {
        let Self { rows, orders, .. } = self;
        if !rows.is_listed(place) {
            return;
        }
        for (sort, order) in Sort::ALL.iter().zip(orders.iter_mut()) {
            let Some(order) = order else { continue };
            if let Ok(at) = order.binary_search_by(|other| compare(rows, *sort, *other, place)) {
                order.remove(at);
            }
        }
    }

    fn sort_in(&mut self, place: u32) {
        let Self { rows, orders, .. } = self;
        if !rows.is_listed(place) {
            return;
        }
        for (sort, order) in Sort::ALL.iter().zip(orders.iter_mut()) {
            let Some(order) = order else { continue };
            if let Err(at) = order.binary_search_by(|other| compare(rows, *sort, *other, place)) {
                super::places::make_room(order);
                order.insert(at, place);
            }
        }
    }

    fn page<T>(
        &mut self,
        wanted: &Wanted<'_>,
        skip: usize,
        take: usize,
        show: impl FnMut(Entry<'_>) -> Option<T>,
    ) -> (Vec<T>, usize) {
        let Self { rows, orders, .. } = self;
        let Some(slot) = Sort::ALL.iter().position(|sort| *sort == wanted.sort).and_then(|at| orders.get_mut(at))
        else {
            return (Vec::new(), 0);
        };
        let order = slot.get_or_insert_with(|| sorted(rows, wanted.sort));
        let everybody = wanted.text.is_empty() && wanted.tag.is_none();
        if everybody {
            let page = order.iter().copied().skip(skip).take(take);
            return (page.filter_map(|place| rows.entry(place)).filter_map(show).collect(), order.len());
        }
        let matching = rows.matching(wanted.text, wanted.tag);
        let found = matching.count();
        let places: Vec<u32> = if found.saturating_mul(SELDOM) < order.len() {
            let mut places: Vec<u32> = matching.each().filter_map(|place| u32::try_from(place).ok()).collect();
            places.sort_by(|one, other| compare(rows, wanted.sort, *one, *other));
            places.into_iter().skip(skip).take(take).collect()
        } else {
            let has = |place: &u32| usize::try_from(*place).is_ok_and(|at| matching.has(at));
            order.iter().copied().filter(has).skip(skip).take(take).collect()
        };
        (places.into_iter().filter_map(|place| rows.entry(place)).filter_map(show).collect(), found)
    }
}

/// Made from the order of the ids by sorts that keep the order of equals.
fn sorted(rows: &Rows, sort: Sort) -> Vec<u32> {
    let listed = rows.by_id().filter(|place| rows.is_listed(*place));
    let mut places = Vec::new();
    match sort.figure() {
        Some(figure) => {
            let mut order: Vec<(i64, u32)> = listed.map(|place| (rows.figure(figure, place), place)).collect();
            order.sort_by_key(|(figure, _)| Reverse(*figure));
            places.reserve_exact(order.len());
            places.extend(order.into_iter().map(|(_, place)| place));
        }
        None => {
            // The first letters decide most comparisons without looking the names up.
            let mut order: Vec<(u64, u32)> = listed.map(|place| (beginning(rows.name(place)), place)).collect();
            order.sort_by(|(one, a), (other, b)| one.cmp(other).then_with(|| rows.name(*a).cmp(rows.name(*b))));
            places.reserve_exact(order.len());
            places.extend(order.into_iter().map(|(_, place)| place));
        }
    }
    places
}

/// The first eight bytes of a name as a number that sorts like them.
fn beginning(name: &str) -> u64 {
    name.bytes().chain(std::iter::repeat(0)).take(8).fold(0, |sum, byte| sum << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests;
