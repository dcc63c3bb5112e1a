//! A day after the visit the customer is asked how it went, once per booking, if they agreed to hear from us.

use serde_json::{Value, json};

use super::JobError;
use super::run::Run;
use crate::bookings::Booking;
use crate::bookings::status::BookingStatus;
use crate::notifications::{Switch, Telling, Told, Ways, booking_facts};
use crate::outbound::templates::{BookingNotice, Notice};
use crate::table::keys;

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    let told = match run.booking_id() {
        Some(id) => run.salon.table.get::<Booking>(&keys::booking(&id)).await?,
        None => None,
    };
    let sent = match told {
        Some(booking) => ask(run, &booking).await? == Told::Now,
        None => false,
    };
    Ok(json!({ "success": true, "sent": sent }))
}

async fn ask(run: &Run<'_>, booking: &Booking) -> Result<Told, JobError> {
    if booking.status != BookingStatus::Completed {
        return Ok(Told::Before);
    }
    let notifications = run.salon.notifications();
    let Some(recipient) = notifications.recipient(&booking.customer_id).await? else { return Ok(Told::Before) };
    if !recipient.agrees_to(Switch::Marketing) {
        return Ok(Told::Before);
    }
    let notice = Notice::Booking(BookingNotice::ReviewRequest, booking_facts(booking));
    let telling = Telling::new(recipient, notice, booking.id.as_str(), Ways::Email).of_booking(&booking.id);
    notifications.tell(telling).await
}
