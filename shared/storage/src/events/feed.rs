//! Reading the feed: in the one order that sealing gave it, from behind a cursor. What is behind a cursor never changes.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::item::EventItem;
use super::segment::{Sealed, Segment};
use crate::event_type::EventType;
use crate::failure::{Failure, Refused};
use crate::feed_place::FeedPlace;
use crate::table::{Partition, Table, TableError, keys};
use parlour_values::time::Instant;

/// Segments read in one call.
const PAGE: usize = 16;
/// Events looked at for a page of some types only: it may have fewer than its limit, and still not be the last.
const LOOKED_AT: usize = 2_000;
/// Sorts after every position.
const END: &str = "~";

/// The place a reader has got to: the segment to read from, and the position in it that was read last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedCursor {
    segment: u64,
    position: u64,
}

impl FeedCursor {
    /// Behind everything up to a position of this segment.
    fn behind(segment: &Segment, position: u64) -> Self {
        let is_over = position.saturating_add(1) >= segment.next();
        Self { segment: if is_over { segment.next() } else { segment.first }, position }
    }

    /// Before the first event of a segment that begins or will begin here.
    fn before(segment: u64) -> Self {
        Self { segment, position: segment.saturating_sub(1) }
    }
}

impl std::fmt::Display for FeedCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&URL_SAFE_NO_PAD.encode(format!("feed/{}/{}", self.segment, self.position)))
    }
}

impl std::str::FromStr for FeedCursor {
    type Err = FeedError;

    fn from_str(text: &str) -> Result<Self, FeedError> {
        let read = || {
            let text = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
            let (segment, position) = text.strip_prefix("feed/")?.split_once('/')?;
            let cursor = Self { segment: segment.parse().ok()?, position: position.parse().ok()? };
            // As it is written, and no other way.
            (format!("feed/{}/{}", cursor.segment, cursor.position) == text).then_some(cursor)
        };
        read().ok_or(FeedError::BadCursor)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum FeedError {
    #[error("the cursor is not one of the feed")]
    BadCursor,
    #[error("the cursor is older than what is kept")]
    Gone,
}

impl Refused for FeedError {}

/// An event in its place.
#[derive(Clone, Debug)]
pub struct FeedEvent {
    pub event: EventItem,
    pub prev: String,
    pub hash: String,
}

impl From<&FeedEvent> for FeedPlace {
    fn from(FeedEvent { event, prev, hash }: &FeedEvent) -> Self {
        let (id, day, what) = (event.id.clone(), event.at.ist_date(), event.what);
        Self { id, day, what, prev: prev.clone(), hash: hash.clone() }
    }
}

#[derive(Clone, Debug)]
pub struct EventPage {
    pub events: Vec<FeedEvent>,
    pub next: FeedCursor,
    /// Nothing was sealed behind it yet.
    pub is_last: bool,
}

/// The events a reader asks for.
pub struct FeedQuery<'a> {
    pub after: Option<FeedCursor>,
    /// Of these types only; all of none.
    pub types: &'a [EventType],
    pub limit: usize,
    /// Nothing is given that was sealed before.
    pub since: Instant,
    /// Events that need not be there any more at this moment are left out.
    pub now: Instant,
}

/// One page of the feed.
pub async fn read_feed(table: &Table, query: FeedQuery<'_>) -> Result<EventPage, Failure<FeedError>> {
    let start = match query.after {
        Some(after) => after,
        None => FeedCursor::before(first_sealed_since(table, query.since).await?),
    };
    let (mut next, mut found, mut looked_at, mut is_last) = (start, Vec::new(), 0_usize, true);
    let partition = Partition::of(keys::FEED).between(keys::feed_position(start.segment), END).at_most(PAGE);
    let mut pages = table.pages::<Segment>(partition);
    let mut is_first = true;
    'reading: while let Some(page) = pages.next().await? {
        for segment in page {
            if std::mem::take(&mut is_first) {
                check_start(&segment, start, &query)?;
            }
            for (position, prev, sealed) in segment.placed().filter(|(position, ..)| *position > start.position) {
                if found.len() >= query.limit || looked_at >= LOOKED_AT {
                    is_last = false;
                    break 'reading;
                }
                looked_at = looked_at.saturating_add(1);
                let is_wanted = query.types.is_empty() || query.types.contains(&sealed.what);
                if is_wanted && !sealed.is_expired(query.now) {
                    found.push((prev.to_owned(), sealed.clone()));
                }
                next = FeedCursor::behind(&segment, position);
            }
        }
    }
    if is_first {
        check_end(table, start).await?;
    }
    Ok(EventPage { events: with_content(table, found).await?, next, is_last })
}

/// Nothing is behind the cursor: then it names the end of the feed.
async fn check_end(table: &Table, start: FeedCursor) -> Result<(), Failure<FeedError>> {
    let end = last(table).await?.map_or(1, |segment| segment.next());
    let is_ours = start.segment <= end && start.position.saturating_add(1) == start.segment;
    if is_ours { Ok(()) } else { Err(FeedError::BadCursor.into()) }
}

fn check_start(segment: &Segment, start: FeedCursor, query: &FeedQuery<'_>) -> Result<(), FeedError> {
    let is_ours =
        segment.first == start.segment && (segment.first..=segment.next()).contains(&start.position.saturating_add(1));
    if !is_ours {
        return Err(FeedError::BadCursor);
    }
    if segment.sealed_at < query.since { Err(FeedError::Gone) } else { Ok(()) }
}

/// The events themselves. One that is gone or unreadable is left out; verifying the chain names it.
async fn with_content(table: &Table, found: Vec<(String, Sealed)>) -> Result<Vec<FeedEvent>, TableError> {
    let mut stored = table.get_many_unchanging(found.iter().map(|(_, sealed)| sealed.key())).await?;
    let mut events = Vec::with_capacity(found.len());
    for (prev, sealed) in found {
        match stored.take::<EventItem>(&sealed.key()) {
            Ok(Some(event)) => events.push(FeedEvent { event: event.record, prev, hash: sealed.hash }),
            Ok(None) => tracing::error!(id = %sealed.id, "an event of the feed is gone"),
            Err(error) => tracing::error!(%error, id = %sealed.id, "an event of the feed cannot be read"),
        }
    }
    Ok(events)
}

/// The last events of the feed, the newest first.
pub async fn newest(table: &Table, count: usize) -> Result<Vec<FeedEvent>, TableError> {
    let mut found = Vec::new();
    let mut pages = table.pages::<Segment>(Partition::of(keys::FEED).newest_first().at_most(PAGE));
    while found.len() < count
        && let Some(page) = pages.next().await?
    {
        for segment in page {
            let placed: Vec<_> = segment.placed().map(|(_, prev, sealed)| (prev.to_owned(), sealed.clone())).collect();
            found.extend(placed.into_iter().rev());
        }
    }
    found.truncate(count);
    with_content(table, found).await
}

/// The hash of the last event, if there is one.
pub async fn head(table: &Table) -> Result<Option<String>, TableError> {
    Ok(last(table).await?.map(|segment| segment.head().to_owned()))
}

async fn last(table: &Table) -> Result<Option<Segment>, TableError> {
    one(table, Partition::of(keys::FEED).newest_first()).await
}

async fn one(table: &Table, partition: Partition) -> Result<Option<Segment>, TableError> {
    Ok(table.query::<Segment>(partition.at_most(1)).await?.pop().map(|stored| stored.record))
}

/// The position of the first segment that was sealed at this moment or later, or that will be. Segments are sealed in the
/// order of time, so it is found by halving.
pub async fn first_sealed_since(table: &Table, moment: Instant) -> Result<u64, TableError> {
    let Some(oldest) = one(table, Partition::of(keys::FEED)).await? else { return Ok(1) };
    if oldest.sealed_at >= moment {
        return Ok(oldest.first);
    }
    let Some(newest) = last(table).await? else { return Ok(1) };
    if newest.sealed_at < moment {
        return Ok(newest.next());
    }
    // Everything before `low` was sealed earlier; `high` begins a segment that was not.
    let (mut low, mut high) = (oldest.next(), newest.first);
    while low < high {
        let middle = low.midpoint(high);
        let until = Partition::of(keys::FEED).between("0", keys::feed_position(middle));
        match one(table, until.newest_first()).await? {
            Some(segment) if segment.sealed_at >= moment => high = segment.first.max(low),
            Some(segment) => low = segment.next().max(middle.saturating_add(1)),
            None => low = middle.saturating_add(1),
        }
    }
    Ok(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_what_it_wrote_and_nothing_else() {
        let cursor = FeedCursor { segment: 101, position: 117 };
        assert_eq!(cursor.to_string().parse::<FeedCursor>().unwrap(), cursor);
        for wrong in
            ["", "!", "117", "ZmVlZC8x", &URL_SAFE_NO_PAD.encode("feed/01/1"), &URL_SAFE_NO_PAD.encode("feed/-1/1")]
        {
            assert!(wrong.parse::<FeedCursor>().is_err(), "{wrong}");
        }
    }
}
