//! One run of a job, and working through what is due.

use futures::StreamExt as _;
use futures::stream;
use serde_json::{Value, json};

use super::JobError;
use crate::act::Act;
use crate::id::{BookingId, InvoiceId, MembershipId};
use crate::salon::Salon;
use crate::table::{Pages, Record, Stored};
use crate::time::{Instant, IstDate};

/// A run: the salon, the act its writes are made in the name of, and what it was asked.
pub struct Run<'a> {
    pub salon: &'a Salon,
    pub act: Act,
    pub payload: Value,
}

/// Longer than any identifier, shorter than what the table takes for a key.
const LONGEST_NAME: usize = 256;

/// How many records are worked on side by side.
const AT_ONCE: usize = 32;

impl Run<'_> {
    pub fn now(&self) -> Instant {
        self.act.at
    }

    pub fn today(&self) -> IstDate {
        self.act.at.ist_date()
    }

    /// The record named under `field`; an empty or absent name is none, and so is one longer than any of ours.
    fn named(&self, field: &str) -> Option<&str> {
        let given = self.payload.get(field).and_then(Value::as_str);
        given.filter(|id| !id.is_empty() && id.len() <= LONGEST_NAME)
    }

    pub fn booking_id(&self) -> Option<BookingId> {
        self.named("bookingId").map(BookingId::from)
    }

    pub fn invoice_id(&self) -> Option<InvoiceId> {
        self.named("invoiceId").map(InvoiceId::from)
    }

    pub fn membership_id(&self) -> Option<MembershipId> {
        self.named("membershipId").map(MembershipId::from)
    }

    pub fn moment(&self, field: &str) -> Option<Instant> {
        self.named(field).and_then(|text| text.parse().ok())
    }

    /// A moment in the payload that makes it stale: the record's own must still be the same.
    pub fn fits(&self, field: &str, actual: Instant) -> bool {
        match self.moment(field) {
            Some(expected) => expected == actual,
            None => true,
        }
    }
}

/// What working through records came to. What fails does not keep the rest from being done; the run then fails as a
/// whole, and the next one does what is left.
#[derive(Default)]
pub struct Tally {
    total: usize,
    done: usize,
    failed: usize,
    first: Option<String>,
}

impl Tally {
    /// Does one thing after the other, several at a time: the next begins as soon as one is done.
    pub async fn work<T, F>(&mut self, due: Vec<T>, one: impl FnMut(T) -> F)
    where
        F: Future<Output = Result<usize, JobError>>,
    {
        self.total = self.total.saturating_add(due.len());
        let mut outcomes = stream::iter(due.into_iter().map(one)).buffer_unordered(AT_ONCE);
        while let Some(outcome) = outcomes.next().await {
            match outcome {
                Ok(acted) => self.done = self.done.saturating_add(acted),
                Err(error) => {
                    self.failed = self.failed.saturating_add(1);
                    self.first.get_or_insert_with(|| error.to_string());
                }
            }
        }
    }

    /// Works through a whole partition, page by page, on those it picks.
    pub async fn pages<R, T, F>(
        &mut self,
        mut pages: Pages<'_, R>,
        mut pick: impl FnMut(Stored<R>) -> Option<T>,
        mut one: impl FnMut(T) -> F,
    ) -> Result<(), JobError>
    where
        R: Record,
        F: Future<Output = Result<usize, JobError>>,
    {
        while let Some(page) = pages.next().await? {
            let due: Vec<T> = page.into_iter().filter_map(&mut pick).collect();
            self.work(due, &mut one).await;
        }
        Ok(())
    }

    /// How many were acted on, if all went well.
    pub fn end(self) -> Result<usize, JobError> {
        match self.first {
            Some(first) => Err(JobError::Some { failed: self.failed, total: self.total, first }),
            None => Ok(self.done),
        }
    }
}

/// Works through what is due and is known already.
pub async fn tally<T, F>(due: Vec<T>, one: impl FnMut(T) -> F) -> Result<usize, JobError>
where
    F: Future<Output = Result<usize, JobError>>,
{
    let mut tally = Tally::default();
    tally.work(due, one).await;
    tally.end()
}

/// What jobs that work through records answer.
pub fn processed(count: usize) -> Value {
    json!({ "success": true, "processed": count })
}
