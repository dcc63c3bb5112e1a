//! Verifying the chain: the events as they are stored now, against the hashes they were sealed with. Rows and segments are
//! read side by side in the order of time, and what was compared is let go: however much happened, little of it is held.

use std::collections::{BTreeMap, HashMap, VecDeque};

use chrono::TimeDelta;

use super::chain;
use super::feed::{first_sealed_since, head};
use super::item::EventItem;
use super::segment::{Sealed, Segment};
use crate::event_type::KEPT_LONGEST;
use crate::table::{Pages, Partition, Table, TableError, keys};
use parlour_values::id::{EventId, moment_of};
use parlour_values::text_enum::text_enum;
use parlour_values::time::{Instant, IstDate};

/// How long an event may take to be sealed before it counts as put in by hand; and how much later than its day.
const SEALED_WITHIN: TimeDelta = TimeDelta::minutes(15);
const SEALED_LATE: TimeDelta = TimeDelta::days(2);
/// How far clocks may be apart.
const SKEW: TimeDelta = TimeDelta::minutes(5);
/// The most days read at the same time, as long as little happened on them.
const MOST_DAYS_AT_ONCE: u64 = 8;
const LITTLE: usize = 500;
/// Rows read in the first call of one shard of a day, and segments in one call.
const ROWS: usize = 100;
const PAGE: usize = 16;
/// Once this much was compared, or found broken, the rest of the days is left for another time.
const MOST_CHECKED: usize = 20_000;
const MOST_BROKEN: usize = 1_000;
/// Sorts after every position.
const END: &str = "~";

text_enum! {
    /// The fault of an event.
    pub enum BrokenReason {
        /// Its content, its place or its hash is not what was sealed.
        Changed => "changed",
        /// It was sealed, and is gone.
        Removed => "removed",
        /// It was sealed, and is gone because it need not be kept any longer.
        Expired => "expired",
        /// It is there, and was never sealed.
        Inserted => "inserted",
        /// The event sealed right before it is gone or another.
        Unlinked => "unlinked",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    pub id: EventId,
    pub reason: BrokenReason,
}

#[derive(Clone, Debug)]
pub struct Verified {
    /// How many events were compared.
    pub checked: usize,
    pub broken: Vec<Broken>,
    /// How many of those have expired.
    pub expired: usize,
    /// The last day that was looked at.
    pub through: IstDate,
    /// The last hash of the whole chain.
    pub head: Option<String>,
}

/// Verifies the events of these days, as many of them as fit one request, and the links between everything sealed
/// meanwhile.
pub async fn verify(table: &Table, from: IstDate, to: IstDate, now: Instant) -> Result<Verified, TableError> {
    let head = head(table).await?;
    let mut segments = Segments::since(table, first_sealed_since(table, from.start().minus(SKEW)).await?);
    let mut verification = Verification::new(from, to, now);
    let (mut first, mut width) = (from, 1_u64);
    while first <= to && !verification.is_enough() {
        let last = first.plus_days(width.saturating_sub(1)).min(to);
        let read = verification.read_days(table, first, last, &mut segments).await?;
        width = if read < LITTLE { width.saturating_mul(2).min(MOST_DAYS_AT_ONCE) } else { 1 };
        first = last.plus_days(1);
    }
    verification.to = verification.through;
    let until = verification.through.plus_days(1).start().plus(SEALED_LATE);
    while let Some(segment) = segments.next_until(until).await? {
        verification.compare_segment(&segment);
    }
    Ok(verification.finished(head))
}

/// The segments from a position on, one by one.
struct Segments<'a> {
    pages: Pages<'a, Segment>,
    read: VecDeque<Segment>,
}

impl<'a> Segments<'a> {
    fn since(table: &'a Table, first: u64) -> Self {
        let partition = Partition::of(keys::FEED).between(keys::feed_position(first), END).at_most(PAGE);
        Self { pages: table.pages(partition), read: VecDeque::new() }
    }

    /// The next one, unless it was sealed after this moment.
    async fn next_until(&mut self, moment: Instant) -> Result<Option<Segment>, TableError> {
        while self.read.is_empty()
            && let Some(page) = self.pages.next().await?
        {
            self.read.extend(page.into_iter().map(|stored| stored.record));
        }
        let is_due = self.read.front().is_some_and(|segment| segment.sealed_at <= moment);
        Ok(if is_due { self.read.pop_front() } else { None })
    }
}

/// A stored row whose place in the chain was not met yet.
struct Unmatched {
    /// `None` where it cannot be read.
    event: Option<EventItem>,
    written: Instant,
}

struct Verification {
    from: IstDate,
    to: IstDate,
    /// The last day whose rows have been read.
    through: IstDate,
    now: Instant,
    /// The days whose rows are being read, in the order of their ids, and the id that was read last.
    reading: (IstDate, IstDate),
    position: EventId,
    stored: HashMap<EventId, Unmatched>,
    /// Sealed events, each with the hash before it, whose row was not met yet: clocks are not quite the same.
    ahead: BTreeMap<EventId, (String, Sealed)>,
    /// The position behind the last segment, its hash, and until when it is kept.
    before: Option<(u64, String, Instant)>,
    checked: usize,
    expired: usize,
    broken: Vec<Broken>,
}

impl Verification {
    fn new(from: IstDate, to: IstDate, now: Instant) -> Self {
        Self {
            from,
            to,
            through: to,
            now,
            reading: (from, from),
            position: EventId::from(""),
            stored: HashMap::new(),
            ahead: BTreeMap::new(),
            before: None,
            checked: 0,
            expired: 0,
            broken: Vec::new(),
        }
    }

    fn is_enough(&self) -> bool {
        self.checked >= MOST_CHECKED || self.broken.len() >= MOST_BROKEN
    }

    /// Reads the rows of some days, and the segments that were sealed meanwhile; how many rows those were.
    async fn read_days(
        &mut self,
        table: &Table,
        first: IstDate,
        last: IstDate,
        segments: &mut Segments<'_>,
    ) -> Result<usize, TableError> {
        self.reading = (first, last);
        self.position = EventId::from("");
        let mut count = 0_usize;
        let mut rows = table.in_order::<EventItem>(Partition::of(keys::events_of_days(first, last)).at_most(ROWS));
        while let Some((key, row)) = rows.next_each().await? {
            count = count.saturating_add(1);
            let id = EventId::from(key.sk);
            let written = moment_of(id.as_str()).unwrap_or(first.start());
            self.compare_row(id, Unmatched { event: row.ok().map(|event| event.record), written });
            while let Some(segment) = segments.next_until(written).await? {
                self.compare_segment(&segment);
            }
        }
        self.reading = (last.plus_days(1), last.plus_days(1));
        self.position = EventId::from("");
        self.through = last;
        Ok(count)
    }

    fn compare_row(&mut self, id: EventId, row: Unmatched) {
        self.position = id.clone();
        match self.ahead.remove(&id) {
            Some((prev, sealed)) => self.compare(&prev, &sealed, row.event.as_ref()),
            None => {
                self.stored.insert(id, row);
            }
        }
        self.let_go();
    }

    fn compare_segment(&mut self, segment: &Segment) {
        let follows = self.before.as_ref().is_none_or(|(next, head, kept_until)| {
            // The segments between may have expired with it.
            (*next, head) == (segment.first, &segment.prev) || *kept_until <= self.now
        });
        if let Some(sealed) = segment.events.first().filter(|_| !follows) {
            self.broken.push(Broken { id: sealed.id.clone(), reason: BrokenReason::Unlinked });
        }
        let days = self.from..=self.to;
        for (_, prev, sealed) in segment.placed().filter(|(_, _, sealed)| days.contains(&sealed.day)) {
            match self.stored.remove(&sealed.id) {
                Some(row) => self.compare(prev, sealed, row.event.as_ref()),
                None => {
                    self.ahead.insert(sealed.id.clone(), (prev.to_owned(), sealed.clone()));
                }
            }
        }
        self.before = Some((segment.next(), segment.head().to_owned(), segment.kept_until()));
        self.let_go();
        let late = segment.sealed_at.minus(SEALED_LATE);
        self.name_inserted(|row| row.written < late);
    }

    fn compare(&mut self, prev: &str, sealed: &Sealed, event: Option<&EventItem>) {
        self.checked = self.checked.saturating_add(1);
        let is_same = |event: &EventItem| event.what == sealed.what && chain::hash(event, prev) == sealed.hash;
        if !event.is_some_and(is_same) {
            self.broken.push(Broken { id: sealed.id.clone(), reason: BrokenReason::Changed });
        }
    }

    /// Names what was sealed and is not among the rows, which have been read beyond it.
    fn let_go(&mut self) {
        let (first, last) = self.reading;
        while let Some((id, (_, sealed))) = self.ahead.first_key_value()
            && (sealed.day < first || (sealed.day <= last && *id < self.position))
            && let Some((id, (_, sealed))) = self.ahead.pop_first()
        {
            self.checked = self.checked.saturating_add(1);
            let reason = if sealed.is_expired(self.now) {
                self.expired = self.expired.saturating_add(1);
                BrokenReason::Expired
            } else {
                BrokenReason::Removed
            };
            self.broken.push(Broken { id, reason });
        }
    }

    /// Names those of the rows not met in the chain that must be in it by now, and whose segment may still be there.
    fn name_inserted(&mut self, must_be: impl Fn(&Unmatched) -> bool) {
        let mut inserted: Vec<EventId> = self
            .stored
            .extract_if(|_, row| must_be(row))
            .filter(|(_, row)| row.written.plus(KEPT_LONGEST) > self.now)
            .map(|(id, _)| id)
            .collect();
        inserted.sort_unstable();
        self.checked = self.checked.saturating_add(inserted.len());
        self.broken.extend(inserted.into_iter().map(|id| Broken { id, reason: BrokenReason::Inserted }));
    }

    fn finished(mut self, head: Option<String>) -> Verified {
        // Every row of these days was read: what is left of what was sealed is gone.
        self.ahead.retain(|_, (_, sealed)| sealed.day <= self.through);
        self.reading = (self.through.plus_days(1), self.through.plus_days(1));
        self.let_go();
        let now = self.now;
        self.name_inserted(|row| row.event.as_ref().is_none_or(|event| now.since(event.at) > SEALED_WITHIN));
        let Self { checked, broken, expired, through, .. } = self;
        Verified { checked, broken, expired, through, head }
    }
}
