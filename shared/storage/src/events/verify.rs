//! Verifying the chain: the events as they are stored now, against the hashes they were sealed with.

use std::collections::HashMap;

use chrono::TimeDelta;
use futures::future::try_join_all;

use super::chain;
use super::feed::{first_sealed_since, head};
use super::item::EventItem;
use super::segment::Segment;
use crate::table::{Found, Partition, Table, TableError, keys};
use parlour_values::id::EventId;
use parlour_values::text_enum::text_enum;
use parlour_values::time::{Instant, IstDate};

/// How long an event may take to be sealed before it counts as put in by hand; and how much later than its day.
const SEALED_WITHIN: TimeDelta = TimeDelta::minutes(15);
const SEALED_LATE: TimeDelta = TimeDelta::days(2);
/// How far clocks may be apart.
const SKEW: TimeDelta = TimeDelta::minutes(5);
/// Days read at the same time.
const DAYS_AT_ONCE: usize = 8;
/// Segments read in one call.
const PAGE: usize = 16;
/// Sorts after every position.
const END: &str = "~";

text_enum! {
    /// What is wrong with an event.
    pub enum BrokenReason {
        /// Its content, its place or its hash is not what was sealed.
        Changed => "changed",
        /// It was sealed, and is gone.
        Removed => "removed",
        /// It is there, and was never sealed.
        Inserted => "inserted",
        /// What was sealed right before it is gone or another.
        Unlinked => "unlinked",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    pub id: EventId,
    pub reason: BrokenReason,
}

#[derive(Clone, Debug, Default)]
pub struct Verified {
    /// How many events were compared.
    pub checked: usize,
    pub broken: Vec<Broken>,
    /// The last hash of the whole chain.
    pub head: Option<String>,
}

/// Verifies the events of these days, and the links between everything sealed meanwhile.
pub async fn verify(table: &Table, from: IstDate, to: IstDate, now: Instant) -> Result<Verified, TableError> {
    let mut stored: HashMap<EventId, Option<EventItem>> = HashMap::new();
    let days: Vec<Partition> = from.through(to).map(|day| Partition::of(keys::events_of_day(day))).collect();
    for some in days.chunks(DAYS_AT_ONCE) {
        let found = try_join_all(some.iter().map(|day| table.query_items(day.clone()))).await?;
        for (key, item) in found.into_iter().flat_map(Found::each::<EventItem>) {
            stored.insert(key.sk.into(), item.ok().map(|event| event.record));
        }
    }
    let mut verified = Verified { head: head(table).await?, ..Verified::default() };
    let first = first_sealed_since(table, from.start().minus(SKEW)).await?;
    let until = to.plus_days(1).start().plus(SEALED_LATE);
    let mut pages =
        table.pages::<Segment>(Partition::of(keys::FEED).between(keys::feed_position(first), END).at_most(PAGE));
    let mut before: Option<(u64, String)> = None;
    'walking: while let Some(page) = pages.next().await? {
        for segment in page {
            if segment.sealed_at > until {
                break 'walking;
            }
            let follows = before.as_ref().is_none_or(|(next, head)| (*next, head) == (segment.first, &segment.prev));
            if let Some(sealed) = segment.events.first().filter(|_| !follows) {
                verified.broken.push(Broken { id: sealed.id.clone(), reason: BrokenReason::Unlinked });
            }
            for (_, prev, sealed) in segment.placed().filter(|(_, _, sealed)| (from..=to).contains(&sealed.day)) {
                verified.checked = verified.checked.saturating_add(1);
                let reason = match stored.remove(&sealed.id) {
                    Some(Some(event)) if event.what == sealed.what && chain::hash(&event, prev) == sealed.hash => {
                        continue;
                    }
                    Some(_) => BrokenReason::Changed,
                    None => BrokenReason::Removed,
                };
                verified.broken.push(Broken { id: sealed.id.clone(), reason });
            }
            before = Some((segment.next(), segment.head().to_owned()));
        }
    }
    let is_late = |event: &Option<EventItem>| event.as_ref().is_none_or(|event| now.since(event.at) > SEALED_WITHIN);
    let mut inserted: Vec<EventId> = stored.into_iter().filter(|(_, event)| is_late(event)).map(|(id, _)| id).collect();
    inserted.sort_unstable();
    verified.checked = verified.checked.saturating_add(inserted.len());
    verified.broken.extend(inserted.into_iter().map(|id| Broken { id, reason: BrokenReason::Inserted }));
    Ok(verified)
}
