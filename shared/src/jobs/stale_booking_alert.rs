//! A request nobody has answered: after two hours the desk is alerted, once; after a day it is rejected.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::desk::alert;
use super::mark::Mark;
use super::run::Run;
use super::{JobError, Task};
use crate::bookings::status::BookingStatus;
use crate::bookings::{Booking, BookingError};
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

fn judged(booking: &Booking, now: Instant) -> Verdict {
    match booking.status {
        BookingStatus::Pending if now.since(booking.created_at) > ANSWER_WITHIN => Verdict::Reject,
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
    match judged(&booking, run.now()) {
        Verdict::Nothing => Ok(answer("none", 0)),
        Verdict::Reject => reject(run, &booking).await,
        Verdict::Alert => {
            look_again(run, &booking).await?;
            let notified = alert(run, &booking, DeskNotice::PendingAlert, booking.id.as_str()).await?;
            Ok(answer("alerted", notified))
        }
    }
}

/// The customer is told by the event that the rejection leaves in the outbox.
async fn reject(run: &Run<'_>, booking: &Booking) -> Result<Value, JobError> {
    match run.salon.bookings().reject_unanswered(&run.act, &booking.id).await {
        Ok(_) => Ok(answer("rejected", 1)),
        // Somebody answered it at this very moment.
        Err(BookingError::Status(_) | BookingError::Unknown) => Ok(answer("none", 0)),
        Err(BookingError::Setback(setback)) => Err(setback.into()),
        Err(other) => Err(JobError::Refused(other.to_string())),
    }
}

/// Queues the second look, once per booking.
async fn look_again(run: &Run<'_>, booking: &Booking) -> Result<(), JobError> {
    let due = booking.created_at.plus(ANSWER_WITHIN).plus(SECOND_LOOK);
    let mark = Mark::new(format!("stale-second-look#{}", booking.id), run.now());
    if run.salon.table.get::<Mark>(&mark.key()).await?.is_some() {
        return Ok(());
    }
    let mut unit = run.salon.write(&run.act);
    unit.create(&mark);
    unit.later(Message::new(Task::StaleBookingAlert, json!({ "bookingId": booking.id }), due));
    match unit.commit().await {
        Ok(()) => Ok(()),
        Err(setback) if setback.lost_at(Mark::KIND) => Ok(()),
        Err(setback) => Err(setback.into()),
    }
}

fn answer(action: &str, notified: usize) -> Value {
    json!({ "success": true, "action": action, "notified": notified })
}
