//! Counts a no-show against the customer, once per booking: the mark that says so is written in the same transaction as
//! the profile, and only while the booking is still a no-show.

use std::convert::Infallible;

use serde_json::{Value, json};

use super::JobError;
use super::run::Run;
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::bookings::{Booking, NoShowMark};
use parlour_people::auth::User;
use parlour_people::customers::{Profile, save_profile};
use parlour_storage::events::EventType;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::table::{Condition, Record as _, keys};
use parlour_values::id::BookingId;

pub async fn run(run: &Run<'_>, id: &BookingId) -> Result<Value, JobError> {
    let escalated = run.salon.retry_on_conflict(|| escalate(run, id)).await.map_err(Setback::from)?;
    Ok(json!({ "success": true, "escalated": escalated }))
}

async fn escalate(run: &Run<'_>, id: &BookingId) -> Result<bool, Failure<Infallible>> {
    let table = &run.salon.table;
    let (booking_key, mark_key) = (keys::booking(id), NoShowMark::key_of(id));
    let mut found = table.get_many([booking_key.clone(), mark_key.clone()]).await?;
    let (booking, known) = (found.take::<Booking>(&booking_key)?, found.take::<NoShowMark>(&mark_key)?);
    let Some(booking) = booking.filter(|booking| booking.status == BookingStatus::NoShow && known.is_none()) else {
        return Ok(false);
    };
    let (user_key, profile_key) = (keys::user(&booking.customer_id), keys::profile(&booking.customer_id));
    let mut found = table.get_many([user_key.clone(), profile_key.clone()]).await?;
    let (user, read) = (found.take::<User>(&user_key)?, found.take::<Profile>(&profile_key)?);
    let Some(user) = user else { return Ok(false) };
    let profile = match &read {
        Some(read) => read.record.clone(),
        None => Profile::bare(run.salon.random.id(), user.id.clone(), run.now()),
    };
    let (before, no_shows) = (profile.no_shows(), profile.no_shows().after_no_show());
    let profile = Profile { row_began_at: Some(run.now()), updated_at: run.now(), ..profile.with_no_shows(no_shows) };
    let mut transaction = run.salon.transaction(&run.act);
    transaction.create(&NoShowMark::new(id, before.consecutive_completed_bookings, run.now()));
    transaction.check(Booking::KIND, booking_key, Condition::Version(booking.version));
    save_profile(&mut transaction, &user, read.as_ref(), &profile);
    let details = json!({
        "bookingId": id, "noshowCount": profile.noshow_count,
        "bookingRequiresApproval": profile.booking_requires_approval,
    });
    transaction.audit(EventType::CustomerMissedVisit, Profile::KIND, user.id.as_str(), details);
    match transaction.commit().await {
        Ok(()) => Ok(true),
        Err(setback) if setback.failed_at(NoShowMark::KIND) => Ok(false),
        Err(setback) => Err(setback.into()),
    }
}
