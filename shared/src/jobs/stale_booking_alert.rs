//! A request nobody has answered: after two hours the desk is alerted, once; after a day it is rejected.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::desk::alert;
use super::mark::Mark;
use super::run::Run;
use super::{JobError, Task};
use crate::bookings::status::BookingStatus;
use crate::bookings::{Booking, BookingError};
use crate::failure::Failure;
use crate::outbound::templates::DeskNotice;
use crate::outbox::Message;
use crate::table::{Record as _, keys};
use crate::time::Instant;

/// How long a request may stay unanswered.
const ANSWER_WITHIN: TimeDelta = TimeDelta::hours(24);
/// The second look comes just behind the end of that day.
const SECOND_LOOK: TimeDelta = TimeDelta::minutes(1);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Nothing,
    Alert,
    Reject,
}

fn judged(booking: &Booking, waiting_since: Instant, now: Instant) -> Verdict {
    match booking.status {
        BookingStatus::Pending if now.since(waiting_since) > ANSWER_WITHIN => Verdict::Reject,
        BookingStatus::Pending => Verdict::Alert,
        BookingStatus::Confirmed
        | BookingStatus::InProgress
        | BookingStatus::Completed
        | BookingStatus::Cancelled
        | BookingStatus::NoShow
        | BookingStatus::Rejected => Verdict::Nothing,
    }
}

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let booking = match run.booking_id() {
        Some(id) => run.salon.table.get::<Booking>(&keys::booking(&id)).await?,
        None => None,
    };
    let Some(booking) = booking else { return Ok(answer("none", 0)) };
    // A booking that became a request again waits since then; the message says so.
    let again = run.moment("since").filter(|since| *since > booking.created_at);
    let waiting_since = again.unwrap_or(booking.created_at);
    match judged(&booking, waiting_since, run.now()) {
        Verdict::Nothing => Ok(answer("none", 0)),
        Verdict::Reject => reject(run, &booking).await,
        Verdict::Alert => {
            let occasion = again.map_or_else(|| booking.id.to_string(), |since| format!("{}#{since}", booking.id));
            look_again(run, &booking, again, &occasion).await?;
            let notified = alert(run, &booking, DeskNotice::PendingAlert, &occasion).await?;
            Ok(answer("alerted", notified))
        }
    }
}

/// The customer is told by the event that the rejection leaves in the outbox.
async fn reject(run: &Run<'_>, booking: &Booking) -> Result<Value, JobError> {
    match run.salon.bookings().reject_unanswered(&run.act, &booking.id).await {
        Ok(_) => Ok(answer("rejected", 1)),
        // Somebody answered it at this very moment.
        Err(Failure::Refused(BookingError::Status(_) | BookingError::Unknown)) => Ok(answer("none", 0)),
        Err(Failure::Refused(refused)) => Err(JobError::Refused(refused.to_string())),
        Err(Failure::Setback(setback)) => Err(setback.into()),
    }
}

/// Queues the second look, once for each time it waits.
async fn look_again(run: &Run<'_>, booking: &Booking, again: Option<Instant>, occasion: &str) -> Result<(), JobError> {
    let due = again.unwrap_or(booking.created_at).plus(ANSWER_WITHIN).plus(SECOND_LOOK);
    let mark = Mark::new(format!("stale-second-look#{occasion}"), run.now());
    if run.salon.table.get::<Mark>(&mark.key()).await?.is_some() {
        return Ok(());
    }
    let mut transaction = run.salon.transaction(&run.act);
    transaction.create(&mark);
    let payload = match again {
        Some(since) => json!({ "bookingId": booking.id, "since": since }),
        None => json!({ "bookingId": booking.id }),
    };
    transaction.enqueue(Message::new(Task::StaleBookingAlert, payload, due));
    match transaction.commit().await {
        Ok(()) => Ok(()),
        Err(setback) if setback.lost_at(Mark::KIND) => Ok(()),
        Err(setback) => Err(setback.into()),
    }
}

fn answer(action: &str, notified: usize) -> Value {
    json!({ "success": true, "action": action, "notified": notified })
}
