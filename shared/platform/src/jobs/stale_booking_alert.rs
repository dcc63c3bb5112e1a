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

/// `since` is since when the booking waited for an answer when the check was scheduled: if it was answered and has become a
/// request again, the check does nothing. `starts_at` is the start that a check was scheduled for, which does nothing if the
/// booking was moved since.
pub async fn run(
    run: &Run<'_>,
    id: &BookingId,
    since: Option<Instant>,
    starts_at: Option<Instant>,
) -> Result<Value, JobError> {
    let Some(booking) = run.salon.table.get::<Booking>(&keys::booking(id)).await? else {
        return Ok(answer("none", 0));
    };
    let is_of_another_start = starts_at.is_some_and(|start| start != booking.starts_at());
    if is_of_another_start || since.is_some_and(|since| since < booking.pending_since()) {
        return Ok(answer("none", 0));
    }
    // Older rows do not say when they became a request again; only the message does.
    let waiting_since = since.unwrap_or(booking.pending_since());
    match judged(&booking, waiting_since, run.now()) {
        StaleDecision::Nothing => Ok(answer("none", 0)),
        StaleDecision::Reject => reject(run, &booking).await,
        StaleDecision::Alert => {
            let is_again = waiting_since > booking.created_at;
            let occasion = if is_again { format!("{id}#{waiting_since}") } else { id.to_string() };
            check_again(run, &booking, waiting_since, &occasion).await?;
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
async fn check_again(run: &Run<'_>, booking: &Booking, since: Instant, occasion: &str) -> Result<(), JobError> {
    let due = since.plus(ANSWER_WITHIN).plus(SECOND_CHECK);
    let mark = DoneMark::new(format!("stale-second-look#{occasion}"), run.now());
    if run.salon.table.get::<DoneMark>(&mark.key()).await?.is_some() {
        return Ok(());
    }
    let mut transaction = run.salon.transaction(&run.act);
    transaction.create(&mark);
    let task = Task::StaleBookingAlert { booking_id: booking.id.clone(), since: Some(since), starts_at: None };
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
