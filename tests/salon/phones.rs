//! Messages that reach a phone: which channel carries them, what becomes of errors, what WhatsApp tells, what customers
//! answer.

mod choice;
mod errors;
mod kills;
mod replies;
mod webhook;

use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_people::auth::User;
use parlour_people::customers::Profile;
use parlour_platform::notifications::Notification;
use parlour_storage::outbox::{NotifiableEvent, OutboxMessage};
use parlour_storage::table::{Partition, keys};
use parlour_tests::{Shop, TestSalon};
use parlour_values::role::Role;
use serde_json::Value;

pub const PHONE: &str = "+919812345678";

/// A customer with a phone, whose profile is changed so.
async fn customer(salon: &TestSalon, change: impl FnOnce(&mut Profile)) -> User {
    let user = salon.user("Asha", Role::Customer).await;
    salon
        .listed(&user, |profile| {
            profile.phone = Some(PHONE.parse().unwrap());
            change(profile);
        })
        .await;
    user
}

/// One who has agreed to WhatsApp.
async fn agreed(salon: &TestSalon) -> User {
    customer(salon, |profile| profile.whatsapp_consent = true).await
}

/// A confirmed booking of theirs, and the message that tells them.
async fn confirmed(salon: &TestSalon, shop: &Shop, user: &User) -> (Booking, OutboxMessage) {
    let booking = salon.booked(shop, user, "2026-11-20", "12:00", BookingStatus::Confirmed).await;
    let event = NotifiableEvent::BookingConfirmed {
        booking_id: booking.id.clone(),
        starts_at: booking.starts_at(),
        staff_id: None,
    };
    let message = event.message(salon.salon.clock.now());
    (booking, message)
}

async fn deliver(salon: &TestSalon, message: &OutboxMessage) -> Result<Value, String> {
    parlour_platform::jobs::deliver(&salon.salon, message).await.map_err(|error| error.to_string())
}

/// The notifications in somebody's feed, oldest first.
async fn feed(salon: &TestSalon, user: &User) -> Vec<Notification> {
    let rows = Partition::of(keys::user_partition(&user.id)).starting(keys::NOTIFICATION_PREFIX);
    let rows = salon.salon.table.query::<Notification>(rows).await.unwrap();
    rows.into_iter().map(|row| row.record).collect()
}

/// How many mails, text messages and messages on WhatsApp went out.
fn counts(salon: &TestSalon, carriers: &parlour_tests::Carriers) -> (usize, usize, usize) {
    let mails =
        salon.sent(parlour_senders::Channel::Email).iter().filter(|mail| mail.kind != "channel_trouble").count();
    (carriers.whatsapp().len(), carriers.sms().len(), mails)
}
