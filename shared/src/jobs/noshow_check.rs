//! Asks receptionists about a booking that is over and still confirmed, once. Nothing is marked as a no-show by itself.

use serde_json::{Value, json};

use super::JobError;
use super::receptionists::alert;
use super::run::Run;
use crate::bookings::Booking;
use crate::bookings::status::BookingStatus;
use crate::id::BookingId;
use crate::outbound::templates::DeskNotice;
use crate::table::keys;
use crate::time::Instant;

/// A check that was scheduled for another start than the booking has now is stale.
fn is_due(booking: &Booking, scheduled_for: Option<Instant>) -> bool {
    booking.status == BookingStatus::Confirmed && scheduled_for.is_none_or(|starts_at| starts_at == booking.starts_at())
}

pub async fn run(run: &Run<'_>, id: &BookingId, scheduled_for: Option<Instant>) -> Result<Value, JobError> {
    let notified = match run.salon.table.get::<Booking>(&keys::booking(id)).await? {
        Some(booking) if is_due(&booking, scheduled_for) => {
            let occasion = format!("{}#{}", booking.id, booking.starts_at());
            alert(run, &booking, DeskNotice::NoshowAlert, &occasion).await?
        }
        Some(_) | None => 0,
    };
    Ok(answer(notified))
}

pub fn answer(notified: usize) -> Value {
    json!({ "success": true, "notified": notified })
}
