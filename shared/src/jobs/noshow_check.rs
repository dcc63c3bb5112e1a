//! A booking that is over and still confirmed: the desk is asked what became of it, once. Nothing is marked by itself.

use serde_json::{Value, json};

use super::JobError;
use super::desk::alert;
use super::run::Run;
use crate::bookings::Booking;
use crate::bookings::status::BookingStatus;
use crate::outbound::templates::DeskNotice;
use crate::table::keys;

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let booking = match run.booking_id() {
        Some(id) => run.salon.table.get::<Booking>(&keys::booking(&id)).await?,
        None => None,
    };
    let notified = match booking {
        // A timer of a time the booking no longer has does nothing.
        Some(booking) if booking.status == BookingStatus::Confirmed && run.fits("startsAt", booking.starts_at()) => {
            let occasion = format!("{}#{}", booking.id, booking.starts_at());
            alert(run, &booking, DeskNotice::NoshowAlert, &occasion).await?
        }
        _ => 0,
    };
    Ok(json!({ "success": true, "notified": notified }))
}
