//! Asks receptionists about a booking that is over and still confirmed, once. Nothing is marked as a no-show by itself.

use serde_json::{Value, json};

use super::JobError;
use super::run::Run;
use super::support::receptionists::alert;
use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_senders::templates::DeskNotice;
use parlour_storage::table::keys;
use parlour_values::id::BookingId;
use parlour_values::time::Instant;

/// A check that was scheduled for another start than the booking has now is stale, and so is one of the queue that was
/// scheduled behind an earlier end: another was scheduled behind the new one.
fn is_due(booking: &Booking, scheduled_for: Option<Instant>, due: Option<Instant>) -> bool {
    booking.status == BookingStatus::Confirmed
        && scheduled_for.is_none_or(|starts_at| starts_at == booking.starts_at())
        && due.is_none_or(|due| due >= booking.noshow_check().due)
}

pub async fn run(run: &Run<'_>, id: &BookingId, scheduled_for: Option<Instant>) -> Result<Value, JobError> {
    let notified = match run.salon.table.get::<Booking>(&keys::booking(id)).await? {
        Some(booking) if is_due(&booking, scheduled_for, run.due()) => {
            let occasion = format!("{}#{}#{}", booking.id, booking.starts_at(), booking.ends_at());
            alert(run, &booking, DeskNotice::NoshowAlert, &occasion).await?
        }
        Some(_) | None => 0,
    };
    Ok(answer(notified))
}

pub fn answer(notified: usize) -> Value {
    json!({ "success": true, "notified": notified })
}
