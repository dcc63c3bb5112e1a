//! Sealing: giving events their place in the feed, exactly once, whoever tries and however often.
//!
//! Transactions commit in any order and the stream brings them in any order, twice or late. The sealer reads the end of the
//! feed, leaves out what is there already, and writes the rest as the next segment, on condition that nobody was there
//! first. A sealer that lost or died wrote nothing or everything; the next try reads the end again and finds out which.

use std::time::Duration;

use chrono::TimeDelta;

use super::item::EventItem;
use super::segment::Segment;
use crate::table::{Partition, Table, TableError, keys};
use parlour_values::id::{EventId, moment_of};
use parlour_values::time::{Deadline, Instant};

/// The most events in a segment.
const SEGMENT: usize = 100;
/// How far the clocks of two processes may be apart. An event is sealed after it was written, so it is in no segment that
/// was sealed longer than this before its id was made.
const SKEW: TimeDelta = TimeDelta::minutes(5);
/// How long it tries while other sealers are faster. One of them always succeeds.
const PATIENCE: Duration = Duration::from_secs(20);
/// Segments read in one call.
const PAGE: usize = 8;

/// The end of the feed, back to some moment, newest segment first.
pub struct Tail(Vec<Segment>);

impl Tail {
    /// Reads every segment that may hold an event written at this moment or later.
    pub async fn since(table: &Table, moment: Instant) -> Result<Self, TableError> {
        let moment = moment.minus(SKEW);
        let mut segments: Vec<Segment> = Vec::new();
        let mut pages = table.pages::<Segment>(Partition::of(keys::FEED).newest_first().at_most(PAGE));
        while let Some(page) = pages.next().await? {
            segments.extend(page.into_iter().map(|stored| stored.record));
            if segments.last().is_some_and(|oldest| oldest.sealed_at < moment) {
                break;
            }
        }
        Ok(Self(segments))
    }

    /// Reads what was sealed behind it since, in one call.
    async fn catch_up(&mut self, table: &Table) -> Result<(), TableError> {
        let next = self.last().map_or(1, Segment::next);
        let newer = Partition::of(keys::FEED).between(keys::feed_position(next), "~").newest_first();
        let newer = table.query::<Segment>(newer).await?;
        self.0.splice(0..0, newer.into_iter().map(|stored| stored.record));
        Ok(())
    }

    pub fn holds(&self, id: &EventId) -> bool {
        self.0.iter().any(|segment| segment.holds(id))
    }

    fn last(&self) -> Option<&Segment> {
        self.0.first()
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
    let mut tail = Tail::since(table, oldest).await?;
    loop {
        rest.retain(|event| !tail.holds(&event.id));
        let batch = rest.get(..SEGMENT.min(rest.len())).unwrap_or_default();
        if batch.is_empty() {
            return Ok(());
        }
        if deadline.passed() {
            return Err(TableError::Unavailable("other sealers were faster for too long".to_owned()));
        }
        if table.put_new(&Segment::behind(tail.last(), batch, now)).await? && batch.len() == rest.len() {
            return Ok(());
        }
        // Lost or written, the end is another one now.
        tail.catch_up(table).await?;
    }
}
