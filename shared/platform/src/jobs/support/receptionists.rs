//! Alerting the receptionists of a booking's branch.

use crate::jobs::JobError;
use crate::jobs::run::{Run, tally};
use crate::notifications::{Channels, Notifications, OutgoingNotice, booking_facts};
use parlour_booking::bookings::Booking;
use parlour_senders::templates::{Brand, DeskNotice, Notice};
use parlour_setup::branding::BrandingStore;
use parlour_setup::names::TranslatedNames;
use parlour_values::id::UserId;

/// Notifies every receptionist of its branch in the app and by push; how many were notified now.
pub async fn alert(run: &Run<'_>, booking: &Booking, notice: DeskNotice, occasion: &str) -> Result<usize, JobError> {
    let receptionists = Notifications::of(run.salon).receptionists(&booking.branch_id).await?;
    let brand = BrandingStore::of(run.salon).brand(None).await?;
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
    let notifications = Notifications::of(run.salon);
    let Some(recipient) = notifications.recipient(&receptionist).await? else { return Ok(0) };
    let notice = Notice::Desk(notice, booking_facts(booking, &TranslatedNames::default()));
    let notice = OutgoingNotice::new(recipient, notice, occasion, Channels::Push).of_booking(&booking.id);
    let notice = notice.about_customer(&booking.customer_id);
    Ok(notifications.send(notice.branded(brand)).await?.count())
}
