//! Bookings nobody deals with: requests without an answer, visits without an end, and no-shows that count.

use futures::future::join_all;
use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_people::auth::User;
use parlour_senders::Channel;
use parlour_storage::table::keys;
use parlour_tests::TestSalon;
use parlour_values::role::Role;
use serde_json::json;

#[tokio::test]
async fn a_request_nobody_answers_is_alerted_once_and_rejected_after_a_day() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, asha) = (salon.reception().await, salon.customer("Asha").await);
    let booking = salon.booked(&shop, asha.user.as_ref().unwrap(), "2026-11-20", "12:00", BookingStatus::Pending).await;
    let body = json!({ "bookingId": booking.id });
    let answer = |action: &str, notified: u64| json!({ "success": true, "action": action, "notified": notified });
    for (moment, expected) in [
        ("2026-11-16T12:00:00+05:30", answer("alerted", 1)),
        ("2026-11-16T12:00:00+05:30", answer("alerted", 0)),
        // A day old is not older than a day.
        ("2026-11-17T10:00:00+05:30", answer("alerted", 0)),
        ("2026-11-17T10:00:00.001+05:30", answer("rejected", 1)),
        ("2026-11-17T10:00:00.001+05:30", answer("none", 0)),
    ] {
        salon.set_clock(moment);
        assert_eq!(salon.job("stale-booking-alert", body.clone()).await, expected, "{moment}");
    }
    assert_eq!(desk.get("/api/notifications").await.ok()["notifications"][0]["type"], "booking_pending_alert");
    let second_looks: Vec<_> =
        salon.outbox().await.into_iter().filter(|item| item.task.payload().get("bookingId").is_some()).collect();
    let looks: Vec<_> = second_looks.iter().map(|item| (item.task.name(), item.due.to_string())).collect();
    assert_eq!(
        looks,
        [
            ("stale-booking-alert", "2026-11-17T04:31:00.000Z".to_owned()),
            ("notify", "2026-11-17T04:30:00.001Z".to_owned())
        ]
    );
    salon.deliver().await;
    assert_eq!(salon.kinds(Channel::Email), ["booking_rejected"]);
    assert_eq!(asha.get(&format!("/api/bookings/{}", booking.id)).await.ok()["booking"]["status"], "rejected");
}

#[tokio::test]
async fn a_booking_that_is_a_request_again_has_its_time_to_be_answered_anew() {
    let (salon, shop) = TestSalon::with_shop().await;
    salon.reception().await;
    let asha = salon.user("Asha", Role::Customer).await;
    let booking = salon.booked(&shop, &asha, "2026-11-30", "12:00", BookingStatus::Pending).await;
    salon.set_clock("2026-11-18T10:00:00+05:30");
    let booking = Booking { asked_again_at: Some(salon.salon.clock.now()), ..booking };
    salon.put(&booking).await;
    let message = booking.stale_alert();
    assert_eq!(message.due.to_string(), "2026-11-18T06:30:00.000Z");
    salon.set_clock("2026-11-18T12:00:00+05:30");
    let alerted = parlour_platform::jobs::deliver(&salon.salon, &message).await.unwrap();
    assert_eq!((&alerted["action"], &alerted["notified"]), (&json!("alerted"), &json!(1)));
    assert_eq!(parlour_platform::jobs::deliver(&salon.salon, &message).await.unwrap()["notified"], 0);
    let second = salon.outbox().await.remove(0);
    assert_eq!(second.due.to_string(), "2026-11-19T04:31:00.000Z");
    salon.salon.clock.set(second.due);
    assert_eq!(parlour_platform::jobs::deliver(&salon.salon, &second.message()).await.unwrap()["action"], "rejected");
}

#[tokio::test]
async fn the_second_look_of_a_request_that_was_answered_does_not_reject_it_when_it_is_one_again() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let approve = json!({ "action": "approve", "staffId": shop.meera.id });
    let at = |start: &str| shop.request(&shop.staffed, &[&shop.cut], "2026-11-20", start);
    let (mine, other) = (asha.book(at("12:00")).await, asha.book(at("15:00")).await);
    desk.patch(&other, approve.clone()).await.ok();
    salon.set_clock("2026-11-16T12:00:00+05:30");
    salon.deliver().await;
    salon.set_clock("2026-11-16T13:00:00+05:30");
    desk.patch(&mine, approve).await.ok();
    salon.set_clock("2026-11-17T09:00:00+05:30");
    let to = json!({ "bookingDate": "2026-11-20", "startTime": "15:00" });
    let moved = asha.post(&format!("{mine}/reschedule"), to).await.ok()["booking"].clone();
    assert_eq!(moved["status"], "pending");
    let alerts = async || {
        salon.deliver().await;
        let rows = desk.get("/api/notifications").await.ok()["notifications"].as_array().unwrap().clone();
        let alerts = rows.iter().filter(|row| row["type"] == "booking_pending_alert").count();
        (alerts, desk.get(&mine).await.ok()["booking"]["status"].as_str().unwrap().to_owned())
    };
    let body = json!({ "bookingId": moved["id"] });
    for (moment, count, status) in [
        ("2026-11-17T10:01:00+05:30", 1, "pending"),
        ("2026-11-17T11:00:00+05:30", 2, "pending"),
        ("2026-11-18T09:00:00+05:30", 2, "pending"),
        ("2026-11-18T09:01:00+05:30", 2, "rejected"),
    ] {
        salon.set_clock(moment);
        assert_eq!(alerts().await, (count, status.to_owned()), "{moment}");
        // Whoever names the booking alone asks about its last time of waiting.
        if count == 2 {
            let action = salon.job("stale-booking-alert", body.clone()).await["action"].clone();
            assert_eq!(action, if status == "pending" { "alerted" } else { "none" }, "{moment}");
        }
    }
}

#[tokio::test]
async fn every_active_receptionist_is_asked_about_a_visit_that_is_over_and_nothing_is_marked() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    let (first, second) = (salon.user("Reena", Role::Receptionist).await, salon.user("Rita", Role::Receptionist).await);
    let gone = salon.user("Gone", Role::Receptionist).await;
    salon.put(&User { is_active: false, ..gone }).await;
    salon.user("Maya", Role::Manager).await;
    salon.set_clock("2026-11-16T13:00:00+05:30");
    for status in BookingStatus::ALL {
        let booking = salon.booked(&shop, &asha, "2026-11-16", "12:00", *status).await;
        let due = if *status == BookingStatus::Confirmed { 2 } else { 0 };
        let body = json!({ "bookingId": booking.id });
        for notified in [due, 0] {
            let expected = json!({ "success": true, "notified": notified });
            assert_eq!(salon.job("noshow-check", body.clone()).await, expected, "{status}");
        }
        assert_eq!(salon.stored::<Booking>(&keys::booking(&booking.id)).await.unwrap().status, *status);
    }
    // The timer of a time the booking no longer has.
    let moved = salon.booked(&shop, &asha, "2026-11-17", "12:00", BookingStatus::Confirmed).await;
    let stale = json!({ "bookingId": moved.id, "startsAt": "2026-11-16T06:30:00.000Z" });
    assert_eq!(salon.job("noshow-check", stale).await["notified"], 0);
    let fitting = json!({ "bookingId": moved.id, "startsAt": moved.starts_at() });
    assert_eq!(salon.job("noshow-check", fitting).await["notified"], 2);
    for receptionist in [first, second] {
        let client = salon.signed_in(&receptionist, parlour_settings::App::Admin).await;
        assert_eq!(client.get("/api/notifications").await.ok()["unreadCount"], 2);
    }
}

#[tokio::test]
async fn a_no_show_counts_once_however_often_it_is_delivered() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    salon.listed(&asha, |profile| profile.consecutive_completed_bookings = 4).await;
    for count in 1..=3_u32 {
        let booking = salon.booked(&shop, &asha, "2026-11-16", "09:00", BookingStatus::NoShow).await;
        let message = booking.noshow_escalation(salon.salon.clock.now());
        let answers = join_all((0..5).map(|_| parlour_platform::jobs::deliver(&salon.salon, &message))).await;
        let escalated = answers.into_iter().filter(|answer| answer.as_ref().unwrap()["escalated"] == true).count();
        assert_eq!(escalated, 1);
        assert_eq!(parlour_platform::jobs::deliver(&salon.salon, &message).await.unwrap()["escalated"], false);
        let profile = salon.profile_of(&asha.id).await;
        assert_eq!((profile.noshow_count, profile.consecutive_completed_bookings), (count, 0));
        assert_eq!(profile.booking_requires_approval, count == 3);
    }
    let kept = salon.booked(&shop, &asha, "2026-11-16", "09:00", BookingStatus::Completed).await;
    let message = kept.noshow_escalation(salon.salon.clock.now());
    assert_eq!(parlour_platform::jobs::deliver(&salon.salon, &message).await.unwrap()["escalated"], false);
}

#[tokio::test]
async fn the_desk_reads_who_cancelled() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, asha) = (salon.reception().await, salon.customer("Asha Rao").await);
    let (first, second) = (asha.book(shop.cut_tomorrow()).await, asha.book(shop.cut_tomorrow()).await);
    asha.post(&format!("{first}/cancel"), json!({ "reason": "ill" })).await.ok();
    desk.post(&format!("{second}/cancel"), json!({ "reason": "a burst pipe" })).await.ok();
    salon.deliver().await;
    let rows = desk.get("/api/notifications").await.ok()["notifications"].as_array().unwrap().clone();
    let read: Vec<(&str, &str)> =
        rows.iter().map(|row| (row["title"].as_str().unwrap(), row["channel"].as_str().unwrap())).collect();
    assert_eq!(read, [("A booking was cancelled at the desk", "push"), ("A customer cancelled", "push")]);
    assert!(rows[1]["body"].as_str().unwrap().starts_with("Asha cancelled Cut"), "{}", rows[1]);
    let letters: Vec<String> = salon
        .sent(Channel::Email)
        .into_iter()
        .filter(|email| email.kind == "booking_cancelled")
        .map(|email| email.body)
        .collect();
    assert!(letters[0].contains("as you asked") && letters[0].contains("ill"), "{}", letters[0]);
    assert!(letters[1].contains("we had to cancel") && letters[1].contains("a burst pipe"), "{}", letters[1]);
}

#[tokio::test]
async fn a_visit_whose_end_was_put_off_is_asked_about_behind_its_new_end_only() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.user("Asha", Role::Customer).await;
    salon.user("Reena", Role::Receptionist).await;
    let visit = salon.booked(&shop, &asha, "2026-11-16", "14:00", BookingStatus::Confirmed).await;
    let longer = Booking { end: "17:30".parse().unwrap(), ..visit.clone() };
    salon.put(&longer).await;
    for (check, notified) in [(visit.noshow_check(), 0), (longer.noshow_check(), 1), (longer.noshow_check(), 0)] {
        salon.salon.clock.set(check.due);
        assert_eq!(parlour_platform::jobs::deliver(&salon.salon, &check).await.unwrap()["notified"], notified);
    }
    // Somebody who does not wait for it is answered at once, by what the queue shows or by the booking alone.
    for of_queue in [true, false] {
        let early = salon.booked(&shop, &asha, "2026-11-17", "14:00", BookingStatus::Confirmed).await;
        let body = if of_queue { early.noshow_check().task.payload() } else { json!({ "bookingId": early.id }) };
        for notified in [1, 0] {
            assert_eq!(salon.job("noshow-check", body.clone()).await["notified"], notified, "{body}");
        }
    }
}
