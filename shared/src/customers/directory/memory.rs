//! The rows in memory, in every order they were asked for, and how far they are known.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::TimeDelta;

use super::DirectoryRow;
use crate::id::{TagId, UserId};
use crate::table::Stored;
use crate::text_enum::text_enum;
use crate::time::Instant;

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

crate::input::enum_fields!(Sort);

/// How far back "what changed since" looks: longer than any write takes from its stamp to its commit, and than clocks
/// of two instances differ. What is read twice is recognised by its version.
const OVERLAP: TimeDelta = TimeDelta::seconds(30);

/// Up to this many changes are sorted in one by one; more, and the orders are made anew when next asked for.
const FEW: usize = 256;

/// What one instance knows of the directory.
#[derive(Default)]
pub struct Directory {
    memory: Mutex<DirectoryMemory>,
    /// Held while a cold instance reads everything, so that it does so once.
    pub(super) loading: tokio::sync::Mutex<()>,
}

impl Directory {
    fn lock(&self) -> MutexGuard<'_, DirectoryMemory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Since when changes must be read at `now`; None while nothing has been read at all.
    pub(super) fn known_since(&self, now: Instant) -> Option<Instant> {
        self.lock().known_until.map(|until| until.min(now).minus(OVERLAP))
    }

    /// Takes in what was read by a question asked at `asked`.
    pub(super) fn learn(&self, rows: Vec<Stored<DirectoryRow>>, asked: Instant) {
        self.lock().learn(rows, asked);
    }

    /// Everybody whose history is their own, as far as is known.
    pub(crate) fn each(&self, see: impl FnMut(&DirectoryRow)) {
        let memory = self.lock();
        memory.entries.iter().map(|entry| &entry.row).filter(|row| row.merged_into.is_none()).for_each(see);
    }

    /// One page of the rows that match, in order, and how many match in all.
    pub(super) fn page(&self, wanted: &Wanted<'_>, skip: usize, take: usize) -> (Vec<DirectoryRow>, usize) {
        self.lock().page(wanted, skip, take)
    }
}

/// What a page is asked of.
pub(super) struct Wanted<'a> {
    pub sort: Sort,
    /// In lower case; empty matches everybody.
    pub text: &'a str,
    pub tag: Option<&'a TagId>,
}

#[derive(Default)]
struct DirectoryMemory {
    entries: Vec<DirectoryEntry>,
    places: HashMap<UserId, usize>,
    /// Places in `entries` of those listed, sorted; made when first asked for.
    orders: [Option<Vec<usize>>; Sort::ALL.len()],
    known_until: Option<Instant>,
}

struct DirectoryEntry {
    row: DirectoryRow,
    version: u64,
    listed: Option<Listed>,
}

/// Between the texts of a row: nothing that is asked for spans two of them.
const BETWEEN: char = '\u{1f}';

/// What a listed row is sorted and searched by.
struct Listed {
    name: String,
    /// Name, phone and email in lower case: one search finds a text in any of them.
    texts: String,
    spent: i64,
    visits: u32,
    noshows: u32,
    last_visit: Option<Instant>,
    gems: Option<i64>,
}

impl DirectoryEntry {
    fn new(stored: Stored<DirectoryRow>) -> Self {
        let Stored { record: row, version } = stored;
        let listed = row.listed().map(|(person, visits)| {
            let (name, email) = (person.name.to_lowercase(), person.email.to_lowercase());
            let phone = visits.phone.as_ref().map(|phone| phone.as_str()).unwrap_or_default();
            Listed {
                texts: format!("{name}{BETWEEN}{phone}{BETWEEN}{email}"),
                name,
                spent: visits.total_spent.0,
                visits: visits.total_visits,
                noshows: visits.noshow_count,
                last_visit: visits.last_visit_at,
                gems: row.gems.map(|gems| gems.0),
            }
        });
        Self { row, version, listed }
    }

    fn matches(&self, wanted: &Wanted<'_>) -> bool {
        let found = |listed: &Listed| wanted.text.is_empty() || listed.texts.contains(wanted.text);
        wanted.tag.is_none_or(|tag| self.row.tags.contains(tag)) && self.listed.as_ref().is_some_and(found)
    }
}

/// Names from A on, everything else from the most down and what is missing last; ties by id.
fn compare(sort: Sort, a: &DirectoryEntry, b: &DirectoryEntry) -> Ordering {
    let ordering = match (&a.listed, &b.listed) {
        (Some(x), Some(y)) => match sort {
            Sort::Name => x.name.cmp(&y.name),
            Sort::Ltv => y.spent.cmp(&x.spent),
            Sort::Visits => y.visits.cmp(&x.visits),
            Sort::NoShows => y.noshows.cmp(&x.noshows),
            // None is below every value, so from the most down it comes last.
            Sort::LastVisit => y.last_visit.cmp(&x.last_visit),
            Sort::Gems => y.gems.cmp(&x.gems),
        },
        _ => Ordering::Equal,
    };
    ordering.then_with(|| a.row.id.cmp(&b.row.id))
}

impl DirectoryMemory {
    fn learn(&mut self, rows: Vec<Stored<DirectoryRow>>, asked: Instant) {
        let news: Vec<Stored<DirectoryRow>> = rows.into_iter().filter(|row| self.is_news(row)).collect();
        if news.len() > FEW {
            self.orders = Default::default();
        }
        for row in news {
            self.take_in(DirectoryEntry::new(row));
        }
        self.known_until = Some(self.known_until.map_or(asked, |until| until.max(asked)));
    }

    /// Versions only grow, so an answer that was overtaken by a later one changes nothing.
    fn is_news(&self, row: &Stored<DirectoryRow>) -> bool {
        let held = self.places.get(&row.id).and_then(|place| self.entries.get(*place));
        held.is_none_or(|held| held.version < row.version)
    }

    fn take_in(&mut self, entry: DirectoryEntry) {
        let place = match self.places.get(&entry.row.id) {
            Some(place) => *place,
            None => {
                let place = self.entries.len();
                self.places.insert(entry.row.id.clone(), place);
                self.entries.push(entry);
                self.sort_in(place);
                return;
            }
        };
        self.sort_out(place);
        if let Some(held) = self.entries.get_mut(place) {
            *held = entry;
        }
        self.sort_in(place);
    }

    fn sort_out(&mut self, place: usize) {
        let Self { entries, orders, .. } = self;
        let Some(entry) = entries.get(place) else { return };
        for (sort, order) in Sort::ALL.iter().zip(orders.iter_mut()) {
            let Some(order) = order else { continue };
            let found = order.binary_search_by(|other| ordering(entries, *sort, *other, entry));
            if let Ok(at) = found
                && entry.listed.is_some()
            {
                order.remove(at);
            }
        }
    }

    fn sort_in(&mut self, place: usize) {
        let Self { entries, orders, .. } = self;
        let Some(entry) = entries.get(place).filter(|entry| entry.listed.is_some()) else { return };
        for (sort, order) in Sort::ALL.iter().zip(orders.iter_mut()) {
            let Some(order) = order else { continue };
            if let Err(at) = order.binary_search_by(|other| ordering(entries, *sort, *other, entry)) {
                order.insert(at, place);
            }
        }
    }

    fn page(&mut self, wanted: &Wanted<'_>, skip: usize, take: usize) -> (Vec<DirectoryRow>, usize) {
        let Self { entries, orders, .. } = self;
        let Some(slot) = Sort::ALL.iter().position(|sort| *sort == wanted.sort).and_then(|at| orders.get_mut(at))
        else {
            return (Vec::new(), 0);
        };
        let order = slot.get_or_insert_with(|| sorted(entries, wanted.sort));
        let everybody = wanted.text.is_empty() && wanted.tag.is_none();
        let mut matching =
            order.iter().filter_map(|place| entries.get(*place)).filter(|entry| everybody || entry.matches(wanted));
        let skipped = matching.by_ref().take(skip).count();
        let rows: Vec<DirectoryRow> = matching.by_ref().take(take).map(|entry| entry.row.clone()).collect();
        let total = if everybody { order.len() } else { skipped + rows.len() + matching.count() };
        (rows, total)
    }
}

fn ordering(entries: &[DirectoryEntry], sort: Sort, place: usize, entry: &DirectoryEntry) -> Ordering {
    entries.get(place).map_or(Ordering::Less, |other| compare(sort, other, entry))
}

fn sorted(entries: &[DirectoryEntry], sort: Sort) -> Vec<usize> {
    let mut order: Vec<(usize, &DirectoryEntry)> =
        entries.iter().enumerate().filter(|(_, entry)| entry.listed.is_some()).collect();
    order.sort_by(|(_, a), (_, b)| compare(sort, a, b));
    order.into_iter().map(|(place, _)| place).collect()
}
