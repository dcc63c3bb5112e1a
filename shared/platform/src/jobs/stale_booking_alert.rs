//! A request that nobody has answered: after two hours receptionists are alerted, once; after a day, or when its time has
//! come, it is rejected.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::JobError;
use super::run::Run;
use super::support::done_mark::DoneMark;
use super::support::receptionists::alert;
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::bookings::{Booking, BookingError, Bookings};
use parlour_booking::slots::day::has_begun;
use parlour_senders::templates::DeskNotice;
use parlour_storage::failure::Failure;
use parlour_storage::outbox::{OutboxMessage, Task};
use parlour_storage::table::{Record as _, keys};
use parlour_values::id::BookingId;
use parlour_values::time::Instant;

/// How long a request may stay unanswered.
const ANSWER_WITHIN: TimeDelta = TimeDelta::hours(24);
/// The second check comes just after the end of that day.
const SECOND_CHECK: TimeDelta = TimeDelta::minutes(1);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StaleDecision {
    Nothing,
    Alert,
    Reject,
}

fn judged(booking: &Booking, waiting_since: Instant, now: Instant) -> StaleDecision {
    let is_over = now.since(waiting_since) > ANSWER_WITHIN || has_begun(booking.date, booking.start, now);
    match booking.status {
        BookingStatus::Pending if is_over => StaleDecision::Reject,
        BookingStatus::Pending => StaleDecision::Alert,
        BookingStatus::Confirmed
        | BookingStatus::InProgress
        | BookingStatus::Completed
        | BookingStatus::Cancelled
        | BookingStatus::NoShow
        | BookingStatus::Rejected => StaleDecision::Nothing,
    }
}

/// `since` is when the booking became a request again; its time to be answered starts anew then. `starts_at` is the start
/// that a check was scheduled for, which does nothing if the booking was moved since.
pub async fn run(
    run: &Run<'_>,
    id: &BookingId,
    since: Option<Instant>,
    starts_at: Option<Instant>,
) -> Result<Value, JobError> {
    let Some(booking) = run.salon.table.get::<Booking>(&keys::booking(id)).await? else {
        return Ok(answer("none", 0));
    };
    if starts_at.is_some_and(|start| start != booking.starts_at()) {
        return Ok(answer("none", 0));
    }
    let again = since.filter(|since| *since > booking.created_at);
    let waiting_since = again.unwrap_or(booking.created_at);
    match judged(&booking, waiting_since, run.now()) {
        StaleDecision::Nothing => Ok(answer("none", 0)),
        StaleDecision::Reject => reject(run, &booking).await,
        StaleDecision::Alert => {
            let occasion = again.map_or_else(|| booking.id.to_string(), |since| format!("{}#{since}", booking.id));
            check_again(run, &booking, again, &occasion).await?;
            let notified = alert(run, &booking, DeskNotice::PendingAlert, &occasion).await?;
            Ok(answer("alerted", notified))
        }
    }
}

/// The customer is notified by the event that the rejection writes to the outbox.
async fn reject(run: &Run<'_>, booking: &Booking) -> Result<Value, JobError> {
    match Bookings::of(run.salon).reject_unanswered(&run.act, &booking.id).await {
        Ok(_) => Ok(answer("rejected", 1)),
        // It was answered or deleted meanwhile.
        Err(Failure::Refused(BookingError::Status(_) | BookingError::Unknown)) => Ok(answer("none", 0)),
        Err(Failure::Refused(refused)) => Err(JobError::Refused(refused.to_string())),
        Err(Failure::Setback(setback)) => Err(setback.into()),
    }
}

/// Enqueues the second check, once per request.
async fn check_again(run: &Run<'_>, booking: &Booking, again: Option<Instant>, occasion: &str) -> Result<(), JobError> {
    let due = again.unwrap_or(booking.created_at).plus(ANSWER_WITHIN).plus(SECOND_CHECK);
    let mark = DoneMark::new(format!("stale-second-look#{occasion}"), run.now());
    if run.salon.table.get::<DoneMark>(&mark.key()).await?.is_some() {
        return Ok(());
    }
    let mut transaction = run.salon.transaction(&run.act);
    transaction.create(&mark);
    let task = Task::StaleBookingAlert { booking_id: booking.id.clone(), since: again, starts_at: None };
    transaction.enqueue(OutboxMessage::new(task, due));
    match transaction.commit().await {
        Ok(()) => Ok(()),
        Err(setback) if setback.failed_at(DoneMark::KIND) => Ok(()),
        Err(setback) => Err(setback.into()),
    }
}

pub fn answer(action: &str, notified: usize) -> Value {
    json!({ "success": true, "action": action, "notified": notified })
}
