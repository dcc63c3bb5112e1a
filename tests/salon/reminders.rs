//! Reminders: a day and an hour ahead, once for each time a booking has.

use parlour::bookings::status::BookingStatus;
use parlour::bookings::{Booking, Reminded};
use parlour::customers::Profile;
use parlour::outbound::Channel;
use parlour::settings::App;
use parlour_tests::TestSalon;
use serde_json::{Value, json};

async fn run(salon: &TestSalon, job: &str, body: Value) -> Value {
    let reply = salon.anyone(App::Admin).post(&format!("/api/jobs/{job}"), body).await;
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.bytes));
    reply.json()
}

async fn reminded(salon: &TestSalon) -> u64 {
    run(salon, "appointment-reminders", json!({})).await["processed"].as_u64().unwrap()
}

fn emails(salon: &TestSalon) -> Vec<String> {
    salon.sent(Channel::Email).into_iter().map(|email| email.kind).collect()
}

#[tokio::test]
async fn a_booking_is_reminded_of_a_day_and_an_hour_ahead_and_never_twice() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let asha = salon.user("Asha", parlour::auth::Role::Customer).await;
    salon.booked(&shop, &asha, "2026-11-18", "12:00", BookingStatus::Confirmed).await;
    salon.booked(&shop, &asha, "2026-11-18", "12:00", BookingStatus::Pending).await;
    for (clock, processed) in [
        ("2026-11-17T11:59:00+05:30", 0),
        ("2026-11-17T12:00:00+05:30", 1),
        ("2026-11-17T12:15:00+05:30", 0),
        ("2026-11-18T10:59:00+05:30", 0),
        ("2026-11-18T11:00:00+05:30", 1),
        ("2026-11-18T11:15:00+05:30", 0),
        ("2026-11-18T12:00:00+05:30", 0),
    ] {
        salon.set_clock(clock);
        assert_eq!(reminded(&salon).await, processed, "{clock}");
    }
    assert_eq!(emails(&salon), ["reminder_24h", "reminder_1h"]);
}

#[tokio::test]
async fn a_missed_run_is_made_up_for_until_the_booking_begins() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let asha = salon.user("Asha", parlour::auth::Role::Customer).await;
    salon.booked(&shop, &asha, "2026-11-18", "12:00", BookingStatus::Confirmed).await;
    salon.booked(&shop, &asha, "2026-11-18", "10:30", BookingStatus::Confirmed).await;
    salon.booked(&shop, &asha, "2026-11-18", "10:00", BookingStatus::Confirmed).await;
    salon.set_clock("2026-11-18T10:00:00+05:30");
    assert_eq!(reminded(&salon).await, 2);
    let mut kinds = emails(&salon);
    kinds.sort();
    assert_eq!(kinds, ["reminder_1h", "reminder_24h"]);
}

#[tokio::test]
async fn a_late_promise_leaves_the_reminders_out_that_it_came_too_late_for() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let asha = salon.user("Asha", parlour::auth::Role::Customer).await;
    salon.booked(&shop, &asha, "2026-11-17", "09:59", BookingStatus::Confirmed).await;
    salon.booked(&shop, &asha, "2026-11-16", "10:59", BookingStatus::Confirmed).await;
    assert_eq!(reminded(&salon).await, 0);
    salon.set_clock("2026-11-17T09:00:00+05:30");
    assert_eq!(reminded(&salon).await, 1);
    assert_eq!(emails(&salon), ["reminder_1h"]);
}

#[tokio::test]
async fn a_moved_booking_reminds_again_and_those_who_want_none_get_none() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let asha = salon.user("Asha", parlour::auth::Role::Customer).await;
    let booking = salon.booked(&shop, &asha, "2026-11-18", "12:00", BookingStatus::Confirmed).await;
    salon.set_clock("2026-11-17T12:00:00+05:30");
    assert_eq!(reminded(&salon).await, 1);
    let moved = Booking { date: "2026-11-20".parse().unwrap(), reminded: Reminded::Nothing, ..booking };
    salon.put(&moved).await;
    salon.set_clock("2026-11-19T12:00:00+05:30");
    assert_eq!(reminded(&salon).await, 1);

    let profile = salon.profile(&asha.id).await;
    salon.put(&Profile { appointment_reminders_enabled: false, ..profile }).await;
    salon.set_clock("2026-11-20T11:00:00+05:30");
    assert_eq!(reminded(&salon).await, 0);
    assert_eq!(emails(&salon), ["reminder_24h", "reminder_24h"]);
}

#[tokio::test]
async fn a_request_nobody_answers_is_alerted_once_and_rejected_after_a_day() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (desk, asha) = (salon.reception().await, salon.customer("Asha").await);
    let booking = salon.booked(&shop, asha.user.as_ref().unwrap(), "2026-11-20", "12:00", BookingStatus::Pending).await;
    let body = json!({ "bookingId": booking.id });
    salon.set_clock("2026-11-16T12:00:00+05:30");
    let alerted = json!({ "success": true, "action": "alerted", "notified": 1 });
    assert_eq!(run(&salon, "stale-booking-alert", body.clone()).await, alerted);
    assert_eq!(run(&salon, "stale-booking-alert", body.clone()).await["notified"], 0);
    assert_eq!(desk.get("/api/notifications").await.ok()["notifications"][0]["type"], "booking_pending_alert");
    salon.set_clock("2026-11-17T10:00:00+05:30");
    assert_eq!(run(&salon, "stale-booking-alert", body.clone()).await["action"], "alerted");
    salon.set_clock("2026-11-17T10:01:00+05:30");
    let rejected = json!({ "success": true, "action": "rejected", "notified": 1 });
    assert_eq!(run(&salon, "stale-booking-alert", body.clone()).await, rejected);
    let none = json!({ "success": true, "action": "none", "notified": 0 });
    assert_eq!(run(&salon, "stale-booking-alert", body).await, none);
    assert_eq!(run(&salon, "stale-booking-alert", json!({ "bookingId": 7 })).await, none);
    assert_eq!(asha.get(&format!("/api/bookings/{}", booking.id)).await.ok()["booking"]["status"], "rejected");
}

#[tokio::test]
async fn a_body_that_makes_no_sense_is_nothing_to_do() {
    let salon = TestSalon::open().await;
    for (job, answer) in [
        ("post-service-followup", json!({ "success": true, "sent": false })),
        ("noshow-check", json!({ "success": true, "notified": 0 })),
        ("membership-expired-notice", json!({ "success": true, "sent": false })),
        ("stale-booking-alert", json!({ "success": true, "action": "none", "notified": 0 })),
    ] {
        for body in ["", "{", "[]", "null", r#"{"bookingId":null,"membershipId":{}}"#] {
            let client = salon.anyone(App::Admin);
            let reply = client.send(http::Method::POST, &format!("/api/jobs/{job}"), Some(body.to_owned())).await;
            assert_eq!((reply.status.as_u16(), reply.json()), (200, answer.clone()), "{job} {body}");
        }
    }
    let reply = salon.anyone(App::Admin).post("/api/jobs/invoice-pdf", json!({})).await;
    assert_eq!((reply.status.as_u16(), &reply.json()["sent"]), (200, &json!(false)));
}

#[tokio::test]
async fn every_scheduled_job_runs_on_an_empty_salon() {
    let salon = TestSalon::with_settings(&[("REPORT_RECIPIENTS", "owner@parlour.test")]).await;
    salon.shop().await;
    for schedule in parlour_jobs::SCHEDULES {
        let first = run(&salon, schedule.name, json!({})).await;
        assert_eq!(first["success"], true, "{}", schedule.name);
        let again = run(&salon, schedule.name, json!({})).await;
        assert!(again["processed"].is_null() || again["processed"] == 0, "{} {again}", schedule.name);
    }
    let mut reports: Vec<String> = emails(&salon);
    reports.sort();
    assert_eq!(reports, ["daily_sales_report", "monthly_gst_summary", "weekly_report"]);
    assert_eq!(salon.sent(Channel::Chat).len(), 3);
    let runs = salon.person("Dev", parlour::auth::Role::Developer).await.get("/api/logs/jobs?pageSize=100").await.ok();
    assert_eq!(runs["runs"].as_array().unwrap().len(), 28);
}

#[tokio::test]
async fn birthdays_are_wished_once_a_year_to_those_who_agreed() {
    let salon = TestSalon::open().await;
    for (name, born, consent) in [
        ("Asha", "1990-11-16", true),
        ("Ravi", "1990-11-16", false),
        ("Meera", "1990-11-17", true),
        ("Leap", "1996-02-29", true),
    ] {
        let user = salon.user(name, parlour::auth::Role::Customer).await;
        let profile = salon.profile(&user.id).await;
        let born = Some(born.parse().unwrap());
        salon.put(&Profile { date_of_birth: born, marketing_consent: consent, ..profile }).await;
    }
    for (clock, processed) in [
        ("2026-11-16T09:30:00+05:30", 1),
        ("2026-11-16T23:59:00+05:30", 0),
        ("2026-11-17T00:00:00+05:30", 1),
        ("2027-02-28T09:30:00+05:30", 1),
        ("2027-03-01T09:30:00+05:30", 0),
        ("2028-02-28T09:30:00+05:30", 0),
        ("2028-02-29T09:30:00+05:30", 1),
    ] {
        salon.set_clock(clock);
        assert_eq!(run(&salon, "birthday-emails", json!({})).await["processed"], processed, "{clock}");
    }
}
