//! Reminders: a day and an hour ahead, once for each time a booking has.

use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::bookings::{Booking, Reminded};
use parlour_senders::Channel;
use parlour_tests::TestSalon;
use parlour_values::role::Role;

const JOB: &str = "appointment-reminders";

#[tokio::test]
async fn a_booking_is_reminded_of_a_day_and_an_hour_ahead_and_never_twice() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    for status in BookingStatus::ALL {
        salon.booked(&shop, &asha, "2026-11-18", "12:00", *status).await;
    }
    salon
        .runs(
            JOB,
            &[
                ("2026-11-17T11:59:59+05:30", 0),
                ("2026-11-17T12:00:00+05:30", 1),
                ("2026-11-17T12:15:00+05:30", 0),
                ("2026-11-18T10:59:59+05:30", 0),
                ("2026-11-18T11:00:00+05:30", 1),
                ("2026-11-18T11:15:00+05:30", 0),
                ("2026-11-18T12:00:00+05:30", 0),
            ],
        )
        .await;
    assert_eq!(salon.kinds(Channel::Email), ["reminder_24h", "reminder_1h"]);
}

#[tokio::test]
async fn what_a_run_has_no_time_to_send_is_left_to_the_queue() {
    // One mail in 400 seconds: a run has time for none, and whoever takes messages sends the first at once.
    let salon = TestSalon::with_settings(&[("MAILS_PER_SECOND", "1"), ("SENDERS_AT_ONCE", "399")]).await;
    let shop = salon.shop().await;
    let (asha, meera) = (salon.user("Asha", Role::Customer).await, salon.user("Meera", Role::Customer).await);
    salon.booked(&shop, &asha, "2026-11-18", "12:00", BookingStatus::Confirmed).await;
    let other = salon.booked(&shop, &meera, "2026-11-18", "12:00", BookingStatus::Confirmed).await;
    salon.runs(JOB, &[("2026-11-17T12:00:00+05:30", 2)]).await;
    assert!(salon.kinds(Channel::Email).is_empty());
    // A booking that has changed by the time the queue gets to it is judged again.
    salon.put(&Booking { status: BookingStatus::Cancelled, ..other }).await;
    salon.deliver().await;
    salon.deliver().await;
    assert_eq!(salon.kinds_and_recipients(Channel::Email), [("reminder_24h".to_owned(), asha.email.clone())]);
}

#[tokio::test]
async fn midnight_is_no_border() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    salon.booked(&shop, &asha, "2026-12-01", "00:00", BookingStatus::Confirmed).await;
    salon
        .runs(
            JOB,
            &[
                ("2026-11-29T23:59:00+05:30", 0),
                ("2026-11-30T00:00:00+05:30", 1),
                ("2026-11-30T22:59:00+05:30", 0),
                ("2026-11-30T23:00:00+05:30", 1),
            ],
        )
        .await;
}

#[tokio::test]
async fn a_missed_run_is_made_up_for_until_the_booking_begins() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    salon.booked(&shop, &asha, "2026-11-18", "12:00", BookingStatus::Confirmed).await;
    salon.booked(&shop, &asha, "2026-11-18", "10:30", BookingStatus::Confirmed).await;
    salon.booked(&shop, &asha, "2026-11-18", "10:00", BookingStatus::Confirmed).await;
    salon.runs(JOB, &[("2026-11-18T10:00:00+05:30", 2)]).await;
    let mut kinds = salon.kinds(Channel::Email);
    kinds.sort();
    assert_eq!(kinds, ["reminder_1h", "reminder_24h"]);
}

#[tokio::test]
async fn a_late_promise_leaves_the_reminders_out_that_it_came_too_late_for() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    salon.booked(&shop, &asha, "2026-11-17", "09:59", BookingStatus::Confirmed).await;
    salon.booked(&shop, &asha, "2026-11-16", "10:59", BookingStatus::Confirmed).await;
    salon.runs(JOB, &[("2026-11-16T10:00:00+05:30", 0), ("2026-11-17T09:00:00+05:30", 1)]).await;
    assert_eq!(salon.kinds(Channel::Email), ["reminder_1h"]);
    // Exactly a day ahead is in time.
    salon.set_clock("2026-11-20T10:00:00+05:30");
    salon.booked(&shop, &asha, "2026-11-21", "10:00", BookingStatus::Confirmed).await;
    salon.runs(JOB, &[("2026-11-20T10:00:00+05:30", 1)]).await;
    assert_eq!(salon.kinds(Channel::Email), ["reminder_1h", "reminder_24h"]);
}

#[tokio::test]
async fn a_moved_booking_reminds_again_and_those_who_want_none_get_none() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    let booking = salon.booked(&shop, &asha, "2026-11-18", "12:00", BookingStatus::Confirmed).await;
    salon.runs(JOB, &[("2026-11-17T12:00:00+05:30", 1)]).await;
    let moved = Booking { date: "2026-11-20".parse().unwrap(), reminded: Reminded::Nothing, ..booking };
    salon.put(&moved).await;
    salon.runs(JOB, &[("2026-11-19T12:00:00+05:30", 1)]).await;
    salon.listed(&asha, |profile| profile.appointment_reminders_enabled = false).await;
    salon.runs(JOB, &[("2026-11-20T11:00:00+05:30", 0)]).await;
    // Switched on again, what was passed over is behind us.
    salon.listed(&asha, |profile| profile.appointment_reminders_enabled = true).await;
    salon.runs(JOB, &[("2026-11-20T11:15:00+05:30", 0)]).await;
    assert_eq!(salon.kinds(Channel::Email), ["reminder_24h", "reminder_24h"]);
}
