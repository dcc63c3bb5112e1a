//! Which times can be had and which cannot: closed days, horizons, customers who are being served, requests whose time
//! has come, and dates that nobody means.

use futures::future::join;
use parlour_booking::bookings::Booking;
use parlour_booking::bookings::status::BookingStatus;
use parlour_setup::branches::Branch;
use parlour_storage::table::keys;
use parlour_tests::counts::rounds;
use parlour_tests::{Client, Shop, TestSalon, path_of};
use serde_json::{Value, json};

async fn closed(manager: &Client<'_>, branch: &Branch, date: &str) {
    let closure = json!({ "branchId": branch.id, "date": date, "reason": "Painting" });
    manager.post("/api/schedule/closures", closure).await.created();
}

async fn slots(salon: &TestSalon, branch: &Branch, date: &str, more: &str) -> Vec<Value> {
    let path = format!("/api/availability?date={date}&branchId={}&explain=true{more}", branch.id);
    salon.visitor().get(&path).await.ok()["slots"].as_array().unwrap().clone()
}

/// Of each slot why it is not available, without repetition.
async fn reasons(salon: &TestSalon, branch: &Branch, date: &str, more: &str) -> Vec<Value> {
    let mut reasons: Vec<Value> = slots(salon, branch, date, more)
        .await
        .iter()
        .map(|slot| slot.get("reason").cloned().unwrap_or_default())
        .collect();
    reasons.dedup();
    reasons
}

#[tokio::test]
async fn a_closed_day_is_offered_and_booked_under_neither_policy() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    for branch in [&shop.open, &shop.staffed] {
        let path = asha.book(shop.request(branch, &[&shop.cut], "2026-11-18", "12:00")).await;
        closed(&manager, branch, "2026-11-17").await;
        assert_eq!(reasons(&salon, branch, "2026-11-17", "").await, ["closed"]);
        assert_eq!(reasons(&salon, branch, "2026-11-18", "").await, [Value::Null]);
        let refused = asha.post("/api/bookings", shop.request(branch, &[&shop.cut], "2026-11-17", "12:00")).await;
        let refused = refused.refused(409, "BOOKING_SLOT_UNAVAILABLE");
        assert_eq!(refused["details"]["alternatives"], json!([]));
        let there = json!({ "bookingDate": "2026-11-17", "startTime": "12:00" });
        for person in [&asha, &desk] {
            let path = format!("{path}/reschedule");
            person.post(&path, there.clone()).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
        }
    }
}

#[tokio::test]
async fn nothing_is_offered_or_booked_beyond_the_horizon() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, owner) = (salon.customer("Asha").await, salon.owner().await);
    for branch in [&shop.open, &shop.staffed] {
        let settings = format!("/api/branches/{}/settings", branch.id);
        owner.patch(&settings, json!({ "horizonDays": 7 })).await.ok();
        assert_eq!(reasons(&salon, branch, "2026-11-23", "").await, [Value::Null]);
        assert_eq!(reasons(&salon, branch, "2026-11-24", "").await, ["too_far"]);
        let path = asha.book(shop.request(branch, &[&shop.cut], "2026-11-23", "12:00")).await;
        let late = shop.request(branch, &[&shop.cut], "2026-11-24", "12:00");
        asha.post("/api/bookings", late).await.invalid(&["bookingDate"]);
        let late = json!({ "bookingDate": "2026-11-24", "startTime": "12:00" });
        asha.post(&format!("{path}/reschedule"), late).await.invalid(&["bookingDate"]);
        // Cleared, the salon's own limit holds.
        owner.patch(&settings, json!({ "horizonDays": null })).await.ok();
        assert_eq!(owner.get(&settings).await.ok()["settings"]["horizonDays"], Value::Null);
        assert_eq!(reasons(&salon, branch, "2026-11-24", "").await, [Value::Null]);
        assert_eq!(reasons(&salon, branch, "2027-12-22", "").await, ["too_far"]);
    }
}

#[tokio::test]
async fn a_service_that_would_outlast_the_opening_hours_is_not_offered() {
    let (salon, shop) = TestSalon::with_shop().await;
    for branch in [&shop.open, &shop.staffed] {
        let massage = slots(&salon, branch, "2026-11-17", &format!("&serviceIds={}", shop.massage.id)).await;
        let last: Vec<(&Value, Option<&Value>)> =
            massage[20..].iter().map(|slot| (&slot["available"], slot.get("reason"))).collect();
        assert_eq!(last, [(&json!(true), None), (&json!(false), Some(&json!("closed")))], "{}", branch.code);
        assert_eq!(reasons(&salon, branch, "2026-11-17", "").await, [Value::Null], "without services, all");
    }
}

#[tokio::test]
async fn a_booking_is_moved_only_at_an_operational_branch() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let path = asha.book(shop.cut_tomorrow()).await;
    let shut = Branch { status: parlour_setup::branches::BranchStatus::Closed, ..shop.open.clone() };
    salon.put(&shut).await;
    let later = json!({ "bookingDate": "2026-11-18", "startTime": "12:00" });
    for person in [&asha, &desk] {
        person.post(&format!("{path}/reschedule"), later.clone()).await.invalid(&["branchId"]);
    }
}

fn walk_in(shop: &Shop, more: &Value) -> Value {
    let mut body = json!({
        "customer": { "name": "Zoya", "phone": "9876543210" }, "branchId": shop.staffed.id, "serviceType": "salon",
        "serviceIds": [shop.cut.id], "staffId": shop.meera.id,
    });
    for (field, value) in more.as_object().unwrap() {
        body[field] = value.clone();
    }
    body
}

#[tokio::test]
async fn a_customer_who_is_being_served_is_recorded_whatever_the_hour() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let recorded =
        async |more: Value| desk.post("/api/bookings", walk_in(&shop, &more)).await.created()["booking"].clone();
    // After closing time, and before opening.
    salon.set_clock("2026-11-16T20:45:00+05:30");
    let late = recorded(json!({})).await;
    assert_eq!(
        (&late["startTime"], &late["endTime"], &late["overlaps"]),
        (&json!("20:45:00"), &json!("21:30:00"), &json!(false))
    );
    salon.set_clock("2026-11-17T12:00:00+05:30");
    recorded(json!({ "startTime": "09:00" })).await;
    desk.post("/api/bookings", walk_in(&shop, &json!({ "startTime": "21:00" }))).await.invalid(&["startTime"]);
    // Off that day, on a block, and on a day that is closed.
    let day = format!("/api/schedule/staff/{}/days/2026-11-18", shop.meera.id);
    manager.put(&day, json!({ "off": true })).await.ok();
    closed(&manager, &shop.staffed, "2026-11-18").await;
    salon.set_clock("2026-11-18T12:00:00+05:30");
    recorded(json!({})).await;
    let ahead = walk_in(&shop, &json!({ "startTime": "15:00" }));
    desk.post("/api/bookings", ahead).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    // By somebody of another branch too.
    let guest = salon.staff("Guest", &[&shop.open], &[&shop.cut]).await;
    recorded(json!({ "staffId": guest.id })).await;
}

#[tokio::test]
async fn only_another_bookings_own_minutes_refuse_a_customer_who_is_being_served() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    // Colour takes ninety minutes and fifteen of buffer.
    let colour = asha.book(shop.request(&shop.staffed, &[&shop.colour], "2026-11-17", "11:00")).await;
    desk.patch(&colour, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    salon.set_clock("2026-11-17T12:15:00+05:30");
    let refused = desk.post("/api/bookings", walk_in(&shop, &json!({}))).await;
    let alternatives = refused.refused(409, "BOOKING_SLOT_UNAVAILABLE")["details"]["alternatives"].clone();
    assert_eq!(alternatives[0]["startTime"], "13:00");
    // In the buffer.
    salon.set_clock("2026-11-17T12:35:00+05:30");
    let free = desk.post("/api/bookings", walk_in(&shop, &json!({}))).await.created()["booking"].clone();
    assert_eq!(free["overlaps"], false);

    let anyway = walk_in(&shop, &json!({ "startTime": "12:15", "allowOverlap": true }));
    desk.post("/api/bookings", anyway.clone()).await.refused(403, "FORBIDDEN");
    let doubled = manager.post("/api/bookings", anyway).await.created()["booking"].clone();
    assert_eq!(doubled["overlaps"], true);
    let path = path_of(&doubled["id"]);
    assert_eq!(desk.get(&path).await.ok()["booking"]["overlaps"], true);
    let listed = desk.get("/api/bookings?date=2026-11-17").await.ok()["bookings"].clone();
    let overlapping = listed.as_array().unwrap().iter().filter(|booking| booking["overlaps"] == true).count();
    assert_eq!(overlapping, 1);
    // Given to somebody who is free, it overlaps no more.
    desk.patch(&path, json!({ "action": "assign", "staffId": shop.ravi.id })).await.ok();
    assert_eq!(desk.get(&path).await.ok()["booking"]["overlaps"], false);
    // A time ahead is nobody's who is being served.
    let ahead = walk_in(&shop, &json!({ "startTime": "12:50", "allowOverlap": true }));
    manager.post("/api/bookings", ahead).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
}

#[tokio::test]
async fn under_open_nothing_refuses_a_customer_who_is_being_served() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = salon.reception().await;
    let open = json!({ "branchId": shop.open.id });
    for _ in 0..2 {
        let booking = desk.post("/api/bookings", walk_in(&shop, &open)).await.created()["booking"].clone();
        assert_eq!(booking["overlaps"], false);
    }
}

#[tokio::test]
async fn a_customer_cannot_cancel_once_the_start_has_passed() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let path = asha.book(shop.cut_tomorrow()).await;
    desk.patch(&path, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    salon.set_clock("2026-11-17T12:00:00+05:30");
    asha.post(&format!("{path}/cancel"), json!({})).await.refused(409, "BOOKING_CANCEL_WINDOW_PASSED");
    assert_eq!(desk.get(&path).await.ok()["booking"]["status"], "confirmed");
    salon.set_clock("2026-11-17T11:59:59+05:30");
    asha.post(&format!("{path}/cancel"), json!({})).await.ok();
    salon.set_clock("2026-11-17T12:00:00+05:30");
    asha.post(&format!("{path}/cancel"), json!({})).await.refused(409, "BOOKING_ALREADY_CANCELLED");
}

#[tokio::test]
async fn a_request_still_pending_at_its_start_is_rejected_then() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let soon = asha.book(shop.request(&shop.open, &[&shop.cut], "2026-11-16", "11:00")).await;
    let moved = asha.book(shop.request(&shop.open, &[&shop.cut], "2026-11-16", "12:30")).await;
    let later = json!({ "bookingDate": "2026-11-16", "startTime": "13:00" });
    asha.post(&format!("{moved}/reschedule"), later).await.ok();
    let status = async |path: &str| asha.get(path).await.ok()["booking"]["status"].clone();
    let checks: Vec<_> =
        salon.outbox().await.into_iter().filter(|item| item.task.payload().get("startsAt").is_some()).collect();
    let starts: Vec<_> = checks.into_iter().filter(|item| item.task.name() == "stale-booking-alert").collect();
    assert_eq!(starts.len(), 3);
    for check in &starts {
        salon.salon.clock.set(check.due);
        let answer = parlour_platform::jobs::deliver(&salon.salon, &check.message()).await.unwrap();
        // The check of the time that it no longer has does nothing.
        let is_left = check.due.to_string() == "2026-11-16T07:00:00.000Z";
        assert_eq!(answer["action"], if is_left { "none" } else { "rejected" }, "{}", check.due);
    }
    assert_eq!((status(&soon).await, status(&moved).await), (json!("rejected"), json!("rejected")));
    // Any question about a request whose time has come.
    salon.set_clock("2026-11-16T14:00:00+05:30");
    let user = asha.user.as_ref().unwrap();
    let late = salon.booked(&shop, user, "2026-11-16", "13:30", BookingStatus::Pending).await;
    assert_eq!(salon.job("stale-booking-alert", json!({ "bookingId": late.id })).await["action"], "rejected");
}

#[tokio::test]
async fn the_desks_moves_do_not_count_against_the_customers_two() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let path = asha.book(shop.cut_tomorrow()).await;
    let to = |hour: u32| json!({ "bookingDate": "2026-11-18", "startTime": format!("{hour}:00") });
    let path_to = format!("{path}/reschedule");
    for hour in 10..13 {
        desk.post(&path_to, to(hour)).await.ok();
    }
    for hour in 13..15 {
        asha.post(&path_to, to(hour)).await.ok();
    }
    asha.post(&path_to, to(15)).await.refused(409, "BOOKING_MAX_RESCHEDULES");
    assert_eq!(desk.post(&path_to, to(16)).await.ok()["booking"]["rescheduleCount"], 6);
}

#[tokio::test]
async fn a_refused_request_takes_no_number() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    closed(&manager, &shop.staffed, "2026-11-18").await;
    let mut wrong = shop.request(&shop.staffed, &[&shop.cut], "2026-11-17", "12:00");
    wrong["serviceIds"] = json!(["unknown"]);
    asha.post("/api/bookings", wrong).await.invalid(&["serviceIds"]);
    let shut = shop.request(&shop.staffed, &[&shop.cut], "2026-11-18", "12:00");
    asha.post("/api/bookings", shut).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    desk.post("/api/bookings", walk_in(&shop, &json!({ "staffId": "nobody" }))).await.invalid(&["staffId"]);
    let shut = walk_in(&shop, &json!({ "bookingDate": "2026-11-18", "startTime": "12:00" }));
    desk.post("/api/bookings", shut).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    let first = asha.post("/api/bookings", shop.request(&shop.staffed, &[&shop.cut], "2026-11-17", "12:00")).await;
    assert_eq!(first.created()["bookingNumber"], "BK-IND-2611-H-00001");
}

#[tokio::test]
async fn no_date_lies_before_2000_or_too_far_ahead_where_time_is_taken() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (manager, desk) = (salon.manager().await, salon.reception().await);
    let block = |date: &str| json!({ "staffId": shop.meera.id, "date": date, "startTime": "12:00", "endTime": "13:00", "reason": "Training" });
    let closure = |date: &str| json!({ "branchId": shop.open.id, "date": date, "reason": "Painting" });
    // 400 days ahead is the last day.
    for (date, fits) in [("1999-12-31", false), ("2027-12-22", false), ("2027-12-21", true)] {
        for (path, body) in [("/api/schedule/blocks", block(date)), ("/api/schedule/closures", closure(date))] {
            let answer = manager.post(path, body).await;
            if fits { drop(answer.created()) } else { drop(answer.invalid(&["date"])) }
        }
        let day =
            manager.put(&format!("/api/schedule/staff/{}/days/{date}", shop.meera.id), json!({ "off": true })).await;
        if fits { drop(day.ok()) } else { drop(day.invalid(&["date"])) }
    }
    desk.get("/api/bookings?date=1999-12-31").await.invalid(&["date"]);
    manager.get("/api/reports/sales?from=1999-12-01&to=1999-12-31").await.invalid(&["from", "to"]);
}

#[tokio::test]
async fn a_birthday_may_lie_before_2000() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let profile = json!({
        "phone": "9876543210", "dateOfBirth": "1964-02-29", "gender": "female", "marketingConsent": false,
    });
    asha.post("/api/onboarding/complete", profile).await.created();
}

#[tokio::test]
async fn a_branch_stays_open_over_a_check_in_that_came_before_its_day() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, owner) = (salon.customer("Asha").await, salon.reception().await, salon.owner().await);
    let booking = asha.book(shop.request(&shop.staffed, &[&shop.cut], "2026-11-17", "12:00")).await;
    desk.patch(&booking, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    desk.post_empty(&format!("{booking}/checkin")).await.ok();
    let path = format!("/api/branches/{}", shop.staffed.id);
    let error = owner.patch(&path, json!({ "status": "closed" })).await.refused(409, "CONFLICT");
    assert_eq!(error["details"]["bookingIds"], json!([booking.trim_start_matches("/api/bookings/")]));
    // Whoever is served when it closes is served.
    salon.set_clock("2026-11-17T12:00:00+05:30");
    salon.owner().await.patch(&path, json!({ "status": "closed" })).await.ok();
}

#[tokio::test]
async fn a_branch_with_bookings_ahead_stays_open() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, owner) = (salon.customer("Asha").await, salon.reception().await, salon.owner().await);
    let pending = asha.book(shop.request(&shop.staffed, &[&shop.cut], "2026-11-18", "12:00")).await;
    let confirmed = asha.book(shop.request(&shop.staffed, &[&shop.cut], "2026-11-17", "12:00")).await;
    desk.patch(&confirmed, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    let user = asha.user.as_ref().unwrap();
    salon.booked(&shop, user, "2026-11-20", "12:00", BookingStatus::Confirmed).await;
    let path = format!("/api/branches/{}", shop.staffed.id);
    for status in ["closed", "coming_soon"] {
        let error = owner.patch(&path, json!({ "status": status })).await.refused(409, "CONFLICT");
        let ids = [&confirmed, &pending].map(|path| path.trim_start_matches("/api/bookings/").to_owned());
        assert_eq!(error["details"]["bookingIds"], json!(ids));
    }
    owner.patch(&path, json!({ "status": "operational", "name": "Indiranagar" })).await.ok();
    asha.post(&format!("{pending}/cancel"), json!({})).await.ok();
    // A booking that has begun is not ahead.
    salon.set_clock("2026-11-17T12:00:00+05:30");
    assert_eq!(owner.patch(&path, json!({ "status": "closed" })).await.ok()["branch"]["status"], "closed");
    owner.patch(&path, json!({ "status": "coming_soon" })).await.ok();
}

#[tokio::test]
async fn no_booking_slips_through_while_a_branch_closes() {
    for round in 0..rounds() {
        let (salon, shop) = TestSalon::with_shop().await;
        let (asha, owner) = (salon.customer("Asha").await, salon.owner().await);
        asha.book(shop.request(&shop.open, &[&shop.cut], "2026-11-17", "12:00")).await;
        salon.wire.shuffle(round);
        let path = format!("/api/branches/{}", shop.staffed.id);
        let request = shop.request(&shop.staffed, &[&shop.cut], "2026-11-17", "12:00");
        let (booked, closed) =
            join(asha.post("/api/bookings", request), owner.patch(&path, json!({ "status": "closed" }))).await;
        assert!(
            booked.status.is_success() != closed.status.is_success(),
            "round {round}: {} {}",
            booked.status,
            closed.status
        );
        if booked.status.is_success() {
            let id = booked.created()["id"].as_str().unwrap().to_owned();
            let stored = salon.stored::<Booking>(&keys::booking(&id.as_str().into())).await.unwrap();
            assert_eq!(stored.branch_id, shop.staffed.id);
        }
    }
}
