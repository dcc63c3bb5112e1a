//! One run of a job, and working through what is due.

use futures::future::join_all;
use serde_json::{Value, json};

use super::JobError;
use crate::acts::Act;
use crate::id::{BookingId, MembershipId};
use crate::salon::Salon;
use crate::time::{Instant, IstDate};

/// A run: the salon, the act its writes are made in the name of, and what it was asked.
pub struct Run<'a> {
    pub salon: &'a Salon,
    pub act: Act,
    pub payload: Value,
}

/// How many records are worked on side by side.
const AT_ONCE: usize = 16;

impl Run<'_> {
    pub fn now(&self) -> Instant {
        self.act.at
    }

    pub fn today(&self) -> IstDate {
        self.act.at.ist_date()
    }

    /// The record named under `field`; an empty or absent name is none.
    fn named(&self, field: &str) -> Option<&str> {
        self.payload.get(field).and_then(Value::as_str).filter(|id| !id.is_empty())
    }

    pub fn booking_id(&self) -> Option<BookingId> {
        self.named("bookingId").map(BookingId::from)
    }

    pub fn membership_id(&self) -> Option<MembershipId> {
        self.named("membershipId").map(MembershipId::from)
    }

    /// A moment in the payload that makes it stale: the record's own must still be the same.
    pub fn fits(&self, field: &str, actual: Instant) -> bool {
        match self.named(field).and_then(|text| text.parse::<Instant>().ok()) {
            Some(expected) => expected == actual,
            None => true,
        }
    }
}

/// Works through everything due, several at a time. What fails does not keep the rest from being done; the run then
/// fails as a whole, and the next one does what is left.
pub async fn tally<T, F>(due: Vec<T>, mut one: impl FnMut(T) -> F) -> Result<usize, JobError>
where
    F: Future<Output = Result<usize, JobError>>,
{
    let total = due.len();
    let (mut done, mut failed, mut first) = (0_usize, 0_usize, None);
    let mut due = due.into_iter();
    loop {
        let batch: Vec<F> = due.by_ref().take(AT_ONCE).map(&mut one).collect();
        if batch.is_empty() {
            break;
        }
        for outcome in join_all(batch).await {
            match outcome {
                Ok(acted) => done = done.saturating_add(acted),
                Err(error) => {
                    failed = failed.saturating_add(1);
                    first.get_or_insert_with(|| error.to_string());
                }
            }
        }
    }
    match first {
        Some(first) => Err(JobError::Some { failed, total, first }),
        None => Ok(done),
    }
}

/// What jobs that work through records answer.
pub fn processed(count: usize) -> Value {
    json!({ "success": true, "processed": count })
}
