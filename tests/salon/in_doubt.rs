//! Visits whose completion was undone: nobody knows any more whether the customer came.

use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_senders::Channel;
use parlour_storage::table::keys;
use parlour_tests::{Client, Shop, TestSalon};
use serde_json::{Value, json};

use crate::bill::{bill, complete, line_ids, path, put};
use crate::desk::seen::see;
use crate::site::table::as_browser;

async fn step(desk: &Client<'_>, booking: &Booking, step: &str) -> parlour_tests::Reply {
    desk.post(&format!("{}/{step}", path(booking)), json!({ "reason": "A mistake" })).await
}

async fn seen(desk: &Client<'_>, booking: &Booking) -> Value {
    desk.get(&path(booking)).await.ok()["booking"].clone()
}

/// Completed and taken back.
async fn doubted(salon: &TestSalon, desk: &Client<'_>, booking: &Booking, body: Value) {
    complete(desk, booking, body).await.ok();
    void(salon, desk, booking).await;
}

async fn void(salon: &TestSalon, desk: &Client<'_>, booking: &Booking) {
    let kept = salon.stored::<Booking>(&keys::booking(&booking.id)).await.unwrap();
    let invoice = kept.invoice_id.as_ref().unwrap().clone();
    let manager = salon.manager().await;
    manager.post(&format!("/api/billing/invoices/{invoice}/void"), json!({ "reason": "A mistake" })).await.ok();
    assert_eq!(seen(desk, booking).await["completedAt"], Value::Null);
}

#[tokio::test]
async fn a_visit_in_doubt_is_ended_long_after_its_check_in_and_taken_back_in_time() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let ends = [("cancel", "cancelled"), ("noshow", "no_show")];
    let mut visits = Vec::new();
    for _ in ends {
        let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
        step(&desk, &booking, "checkin").await.ok();
        visits.push(booking);
    }
    salon.set_clock("2026-11-16T12:00:00+05:30");
    for ((end, status), booking) in ends.into_iter().zip(visits) {
        for end in ["cancel", "noshow", "undo-checkin"] {
            let refused = step(&desk, &booking, end).await.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
            assert!(!refused["message"].as_str().unwrap().contains('_'), "{refused}");
        }
        doubted(&salon, &desk, &booking, json!({ "paymentMethod": "cash" })).await;
        let page = see(&as_browser(salon.reception().await), &format!("/bookings/{}", booking.id)).await;
        assert!(["Cancel", "No-show"].into_iter().all(|name| page.offers(name)));
        assert!(!page.offers("Undo check-in"));
        step(&desk, &booking, "undo-checkin").await.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
        assert_eq!(step(&desk, &booking, end).await.ok()["booking"]["status"], status);
        let ended = seen(&desk, &booking).await;
        assert_eq!(ended["checkedInAt"].is_null(), end != "cancel", "{end}");
    }
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    step(&desk, &booking, "checkin").await.ok();
    doubted(&salon, &desk, &booking, json!({ "paymentMethod": "cash" })).await;
    salon.set_clock("2026-11-16T12:15:00+05:30");
    assert_eq!(step(&desk, &booking, "undo-checkin").await.ok()["booking"]["status"], "confirmed");
    assert_eq!(seen(&desk, &booking).await["checkedInAt"], Value::Null);
    step(&desk, &booking, "checkin").await.ok();
    step(&desk, &booking, "noshow").await.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
}

#[tokio::test]
async fn a_visit_completed_before_its_day_by_mistake_is_reminded_of() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let user = asha.user.as_ref().unwrap();
    let booking = salon.booked(&shop, user, "2026-11-18", "12:00", BookingStatus::Confirmed).await;
    doubted(&salon, &desk, &booking, json!({ "paymentMethod": "cash" })).await;
    salon.runs("appointment-reminders", &[("2026-11-17T12:00:00+05:30", 1), ("2026-11-18T11:00:00+05:30", 1)]).await;
}

/// The alerts that reception has of visits nobody came to.
async fn alerts(salon: &TestSalon, desk: &Client<'_>) -> usize {
    salon.deliver().await;
    let rows = desk.get("/api/notifications").await.ok()["notifications"].as_array().unwrap().clone();
    rows.iter().filter(|row| row["type"] == "noshow_alert").count()
}

async fn walked_in(salon: &TestSalon, shop: &Shop, asha: &Client<'_>, desk: &Client<'_>) -> Booking {
    let body = json!({ "customerId": asha.id(), "branchId": shop.open.id, "serviceType": "salon",
        "serviceIds": [shop.cut.id], "staffId": shop.meera.id, "startTime": "11:00" });
    let id = desk.post("/api/bookings", body).await.created()["booking"]["id"].as_str().unwrap().into();
    salon.stored::<Booking>(&keys::booking(&id)).await.unwrap().record
}

#[tokio::test]
async fn reception_is_asked_about_a_visit_that_was_put_back_after_its_time() {
    for is_void in [false, true] {
        let (salon, shop) = TestSalon::with_shop().await;
        let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
        // Until 11:45, and asked about at noon.
        let booking = walked_in(&salon, &shop, &asha, &desk).await;
        salon.set_clock("2026-11-16T11:50:00+05:30");
        if is_void {
            complete(&desk, &booking, json!({ "paymentMethod": "cash" })).await.ok();
        } else {
            step(&desk, &booking, "checkin").await.ok();
        }
        salon.set_clock("2026-11-16T12:00:00+05:30");
        assert_eq!(alerts(&salon, &desk).await, 0);
        salon.set_clock("2026-11-16T12:05:00+05:30");
        if is_void {
            void(&salon, &desk, &booking).await;
        } else {
            step(&desk, &booking, "undo-checkin").await.ok();
        }
        assert_eq!(alerts(&salon, &desk).await, 0, "the desk is still at it");
        salon.set_clock("2026-11-16T12:20:00+05:30");
        assert_eq!(alerts(&salon, &desk).await, 1, "{is_void}");
    }
}

#[tokio::test]
async fn a_visit_ends_with_its_services_billed_or_booked() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let shown = bill(&desk, &booking).await;
    let mut lines = line_ids(&shown);
    lines.push(json!({ "serviceId": shop.colour.id, "staffId": shop.meera.id }));
    let billed = put(&desk, &booking, json!({ "version": shown["version"], "lines": lines })).await;
    complete(&desk, &booking, json!({ "paymentMethod": "cash", "billVersion": billed["version"] })).await.ok();
    let ends = |shown: &Value| {
        let services = shown["services"].as_array().unwrap().clone();
        assert_eq!(services.last().unwrap()["endTime"], shown["endTime"], "{shown}");
        (services.len(), shown["endTime"].clone())
    };
    let longer = ends(&seen(&desk, &booking).await);
    assert_eq!(longer.0, 2);
    desk.patch(&path(&booking), json!({ "action": "assign", "staffId": shop.ravi.id })).await.ok();
    assert_eq!(ends(&seen(&desk, &booking).await), longer);
    void(&salon, &desk, &booking).await;
    assert_eq!(ends(&seen(&desk, &booking).await), (1, json!("11:45:00")));
    assert!(salon.sent(Channel::Email).is_empty());
}
