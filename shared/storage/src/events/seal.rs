//! Sealing: giving events their place in the feed, exactly once, whoever tries and however often.
//!
//! Transactions commit in any order and the stream brings them in any order, twice or late. The sealer reads the end of the
//! feed, leaves out what is there already, and writes the rest as the next segment, on condition that nobody was there
//! first. A sealer that lost or died wrote nothing or everything; the next try reads the end again and finds out which.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::TimeDelta;

use super::item::EventItem;
use super::segment::Segment;
use crate::deadline::Deadline;
use crate::table::{Partition, Table, TableError, keys};
use parlour_values::id::{EventId, moment_of};
use parlour_values::time::Instant;

/// The most events in a segment.
const SEGMENT: usize = 100;
/// How far the clocks of two processes may be apart. An event is sealed after it was written, so it is in no segment that
/// was sealed longer than this before its id was made.
const SKEW: TimeDelta = TimeDelta::minutes(5);
/// How long it tries while other sealers are faster. One of them always succeeds.
const PATIENCE: Duration = Duration::from_secs(20);
/// Segments read in one call by a process that remembers none of the feed's end: it goes back some minutes, and most salons
/// have sealed fewer than eight segments in them. Behind a busy minute a segment is full, 100 events in some 15 KB, so that
/// what a page reads too much is at most 30 read units. A larger page would save a busy process calls, but only in its first
/// batch: from then on it reads what came since.
const PAGE: usize = 8;

/// The end of the feed, back to some moment, newest segment first.
pub struct Tail {
    segments: Vec<Segment>,
    /// Whether it goes back to the feed's first event.
    is_whole: bool,
}

/// The end of the feed as this process last saw it, so that the next batch reads only what came since.
#[derive(Default)]
struct LastTail(Mutex<Option<Tail>>);

impl LastTail {
    /// Nobody else has it until it is put back: two that seal side by side read for themselves.
    fn take(&self) -> Option<Tail> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn put_back(&self, tail: Tail) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(tail);
    }
}

impl Tail {
    /// Reads every segment that may hold an event written at this moment or later.
    pub async fn since(table: &Table, moment: Instant) -> Result<Self, TableError> {
        let mut tail = Self { segments: Vec::new(), is_whole: false };
        let mut pages = table.pages::<Segment>(Partition::of(keys::FEED).newest_first().at_most(PAGE));
        while let Some(page) = pages.next().await? {
            tail.segments.extend(page.into_iter().map(|stored| stored.record));
            if tail.reaches(moment) {
                return Ok(tail);
            }
        }
        Ok(Self { is_whole: true, ..tail })
    }

    /// The same, from what is remembered where that goes back far enough.
    async fn remembered_since(table: &Table, moment: Instant) -> Result<Self, TableError> {
        match table.remembered::<LastTail>().take().filter(|tail| tail.reaches(moment)) {
            Some(mut tail) => {
                tail.catch_up(table).await?;
                Ok(tail)
            }
            None => Self::since(table, moment).await,
        }
    }

    /// Leaves it to the next batch, without what is too old for one.
    fn remember(mut self, table: &Table, now: Instant) {
        let old = now.minus(SKEW).minus(SKEW);
        let needed = self.segments.iter().take_while(|segment| segment.sealed_at >= old).count().saturating_add(1);
        self.is_whole &= needed >= self.segments.len();
        self.segments.truncate(needed);
        table.remembered::<LastTail>().put_back(self);
    }

    fn reaches(&self, moment: Instant) -> bool {
        self.is_whole || self.segments.last().is_some_and(|oldest| oldest.sealed_at < moment.minus(SKEW))
    }

    /// Reads what was sealed behind it since, in one call.
    async fn catch_up(&mut self, table: &Table) -> Result<(), TableError> {
        let next = self.last().map_or(1, Segment::next);
        let newer = Partition::of(keys::FEED).between(keys::feed_position(next), "~").newest_first();
        let newer = table.query::<Segment>(newer).await?;
        self.segments.splice(0..0, newer.into_iter().map(|stored| stored.record));
        Ok(())
    }

    pub fn holds(&self, id: &EventId) -> bool {
        self.segments.iter().any(|segment| segment.holds(id))
    }

    fn last(&self) -> Option<&Segment> {
        self.segments.first()
    }
}

/// When the event was written, as far as its id tells.
pub fn written_at(event: &EventItem) -> Instant {
    moment_of(event.id.as_str()).unwrap_or(event.at)
}

/// Seals those of the events that are not sealed yet, in the order of their ids.
pub async fn seal(table: &Table, events: &[EventItem], now: Instant) -> Result<(), TableError> {
    let mut rest = events.to_vec();
    rest.sort_by(|one, other| one.id.cmp(&other.id));
    rest.dedup_by(|one, other| one.id == other.id);
    let deadline = Deadline::after(PATIENCE);
    let Some(oldest) = rest.iter().map(written_at).min() else { return Ok(()) };
    let mut tail = Tail::remembered_since(table, oldest).await?;
    loop {
        rest.retain(|event| !tail.holds(&event.id));
        let batch = rest.get(..SEGMENT.min(rest.len())).unwrap_or_default();
        if batch.is_empty() {
            tail.remember(table, now);
            return Ok(());
        }
        if deadline.passed() {
            return Err(TableError::Unavailable("other sealers were faster for too long".to_owned()));
        }
        let segment = Segment::behind(tail.last(), batch, now);
        if table.put_new(&segment).await? && batch.len() == rest.len() {
            tail.segments.insert(0, segment);
            tail.remember(table, now);
            return Ok(());
        }
        // Lost or written, the end is another one now.
        tail.catch_up(table).await?;
    }
}
