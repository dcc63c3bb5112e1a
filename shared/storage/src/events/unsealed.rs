//! The events that are not in the feed yet: what the stream has not brought, or has lost.

use std::collections::{BTreeSet, HashSet};

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use super::item::EventItem;
use super::seal::Tail;
use crate::at_once;
use crate::table::{Found, Key, Partition, Record, Table, TableError, keys};
use parlour_values::id::{EventId, first_id_of};
use parlour_values::time::{Instant, IstDate};

/// The longest time from the start of an act, which dates its event, to the write that makes the event's id.
pub(super) const LONGEST_ACT: TimeDelta = TimeDelta::hours(1);
/// How far back is looked where nobody has looked before.
const FIRST_LOOK: TimeDelta = TimeDelta::days(7);
/// A transaction that draws its event's id now is over by then, one way or the other.
const LONGEST_WRITE: TimeDelta = TimeDelta::minutes(5);

/// How far everything is known to be sealed, so that nobody has to look at it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Progress {
    /// Every event written before this moment is sealed, but for those left.
    until: Instant,
    left: Vec<Left>,
}

/// An event that could not be relayed or read.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Left {
    day: IstDate,
    id: EventId,
}

impl Record for Progress {
    const KIND: &'static str = "feed_progress";

    fn key(&self) -> Key {
        keys::feed_progress()
    }
}

/// The events found unsealed, oldest first.
pub struct Unsealed {
    pub events: Vec<EventItem>,
    /// Those that cannot be read: their keys, and why.
    pub unreadable: Vec<(Key, TableError)>,
    progress: Progress,
    /// Whether the progress is stored as it is here.
    is_stored: bool,
}

impl Unsealed {
    /// Reads the events that were written up to `until` and are not sealed.
    pub async fn read(table: &Table, until: Instant) -> Result<Self, TableError> {
        let stored = table.get::<Progress>(&keys::feed_progress()).await?;
        let is_stored = stored.is_some();
        let start = || Progress { until: until.minus(FIRST_LOOK), left: Vec::new() };
        let progress = stored.map_or_else(start, |stored| stored.record);
        let (found, left, tail) = tokio::try_join!(
            written(table, progress.until, until),
            table.get_many(progress.left.iter().map(|left| keys::event(left.day, &left.id))),
            Tail::since(table, progress.until),
        )?;
        let (events, unreadable) = readable(found.into_iter().chain([left]), &tail);
        Ok(Self { events, unreadable, progress, is_stored })
    }

    /// Remembers how far everything is sealed now, but for those that failed. Writes nothing as long as little has
    /// changed.
    pub async fn remember(self, table: &Table, now: Instant, failed: &[EventItem]) -> Result<(), TableError> {
        let unreadable = self.unreadable.iter().filter_map(|(key, _)| keys::stored_event(key));
        let failed = failed.iter().map(|event| (event.at.ist_date(), event.id.clone()));
        let left: Vec<Left> = failed.chain(unreadable).map(|(day, id)| Left { day, id }).collect();
        let until = now.minus(LONGEST_WRITE);
        let is_far = until.since(self.progress.until) >= LONGEST_WRITE;
        if self.is_stored && !is_far && left == self.progress.left {
            return Ok(());
        }
        table.put(&Progress { until: until.max(self.progress.until), left }).await
    }
}

/// Every event of these days that is not sealed, however much that is.
pub async fn unsealed_on(table: &Table, days: &BTreeSet<IstDate>) -> Result<Vec<EventItem>, TableError> {
    let Some(first) = days.first() else { return Ok(Vec::new()) };
    let each = days.iter().map(|day| table.query_items(Partition::of(keys::events_of_day(*day))));
    let (found, tail) = tokio::try_join!(at_once::try_all(each), Tail::since(table, first.start()))?;
    Ok(readable(found, &tail).0)
}

/// The events written between two moments, day by day: an event stands under the day its act began on.
async fn written(table: &Table, from: Instant, until: Instant) -> Result<Vec<Found>, TableError> {
    if until < from {
        return Ok(Vec::new());
    }
    let (first, last) = (first_id_of(from), first_id_of(Instant::from_millis(until.millis().saturating_add(1))));
    let days = from.minus(LONGEST_ACT).ist_date().through(until.ist_date());
    let days = days.map(|day| Partition::of(keys::events_of_day(day)).between(first.clone(), last.clone()));
    at_once::try_all(days.map(|day| table.query_items(day))).await
}

fn readable(found: impl IntoIterator<Item = Found>, tail: &Tail) -> (Vec<EventItem>, Vec<(Key, TableError)>) {
    let (mut events, mut unreadable, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
    for (key, item) in found.into_iter().flat_map(Found::each::<EventItem>) {
        if tail.holds(&key.sk.as_str().into()) || !seen.insert(key.clone()) {
            continue;
        }
        match item {
            Ok(event) => events.push(event.record),
            Err(error) => {
                tracing::error!(%error, item = key.sk, "an event cannot be read");
                unreadable.push((key, error));
            }
        }
    }
    events.sort_by(|one, other| one.id.cmp(&other.id));
    (events, unreadable)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::table::rewritten;

    #[test]
    fn the_golden_row_of_the_progress_is_read_and_written() {
        let golden = json!({
            "PK": { "S": "FEED_PROGRESS" }, "SK": { "S": "FEED_PROGRESS" },
            "kind": { "S": "feed_progress" }, "format": { "N": "1" }, "v": { "N": "1" },
            "until": { "S": "2026-11-16T04:30:00.000Z" },
            "left": { "L": [{ "M": { "day": { "S": "2026-11-15" }, "id": { "S": "e1" } } }] },
        });
        assert_eq!(rewritten::<Progress>(golden.clone()).unwrap(), golden);
    }
}
