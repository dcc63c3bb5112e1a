//! Alerting all receptionists about a booking.

use super::JobError;
use super::run::{Run, tally};
use crate::bookings::Booking;
use crate::id::UserId;
use crate::notifications::{Channels, OutgoingNotice, booking_facts};
use crate::outbound::templates::{Brand, DeskNotice, Notice};

/// Notifies every receptionist in the app and by push; how many were notified now.
pub async fn alert(run: &Run<'_>, booking: &Booking, notice: DeskNotice, occasion: &str) -> Result<usize, JobError> {
    let receptionists = run.salon.notifications().receptionists().await?;
    let brand = run.salon.branding().brand(None).await?;
    tally(receptionists, |receptionist| alert_one(run, booking, &brand, notice, occasion, receptionist)).await
}

async fn alert_one(
    run: &Run<'_>,
    booking: &Booking,
    brand: &Brand,
    notice: DeskNotice,
    occasion: &str,
    receptionist: UserId,
) -> Result<usize, JobError> {
    let notifications = run.salon.notifications();
    let Some(recipient) = notifications.recipient(&receptionist).await? else { return Ok(0) };
    let notice = Notice::Desk(notice, booking_facts(booking));
    let notice = OutgoingNotice::new(recipient, notice, occasion, Channels::Push).of_booking(&booking.id);
    Ok(notifications.send(notice.branded(brand)).await?.count())
}
