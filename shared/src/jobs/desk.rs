//! Alerting everybody at the desk.

use super::JobError;
use super::run::{Run, tally};
use crate::bookings::Booking;
use crate::id::UserId;
use crate::notifications::{Telling, Ways, booking_facts};
use crate::outbound::templates::{DeskNotice, Notice};

/// Tells every receptionist, in the app and by push; how many were told now.
pub async fn alert(run: &Run<'_>, booking: &Booking, notice: DeskNotice, occasion: &str) -> Result<usize, JobError> {
    let desk = run.salon.notifications().receptionists().await?;
    tally(desk, |person| tell(run, booking, notice, occasion, person)).await
}

async fn tell(
    run: &Run<'_>,
    booking: &Booking,
    notice: DeskNotice,
    occasion: &str,
    person: UserId,
) -> Result<usize, JobError> {
    let notifications = run.salon.notifications();
    let Some(recipient) = notifications.recipient(&person).await? else { return Ok(0) };
    let notice = Notice::Desk(notice, booking_facts(booking));
    let telling = Telling::new(recipient, notice, occasion, Ways::Push).of_booking(&booking.id);
    Ok(notifications.tell(telling).await?.count())
}
