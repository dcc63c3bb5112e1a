//! What has just happened, for whoever looks again and again: much cheaper than reading what it may have changed.

use chrono::TimeDelta;

use super::item::EventItem;
use super::unsealed::LONGEST_ACT;
use crate::at_once;
use crate::table::{Partition, Table, TableError, keys};
use parlour_values::id::first_id_of;
use parlour_values::time::Instant;

/// From the moment that an event's id is drawn until every reader meets it: the write, and a read that may lag.
const VISIBLE_AFTER: TimeDelta = TimeDelta::seconds(10);
/// Whoever has missed more reads everything again.
const MOST: usize = 100;

/// The events written since a moment, some of the seconds before it among them; None if they are too many to look at.
pub async fn written_since(table: &Table, since: Instant, now: Instant) -> Result<Option<Vec<EventItem>>, TableError> {
    let first = since.minus(VISIBLE_AFTER);
    // Without an end: where the clock was set back, later ids are news as well.
    let days = first.minus(LONGEST_ACT).ist_date().through(now.ist_date());
    let each = days
        .map(|day| Partition::of(keys::events_of_day(day)).between(first_id_of(first), "~").at_most(MOST).may_lag());
    let found = at_once::try_all(each.map(|day| table.query::<EventItem>(day))).await?;
    let is_whole = found.iter().all(|day| day.len() < MOST);
    Ok(is_whole.then(|| found.into_iter().flatten().map(|stored| stored.record).collect()))
}
