//! A customer's bookings: asked for, listed, cancelled, moved.

use futures::future::join_all;
use parlour_booking::bookings::Bookings;
use parlour_people::staff::StaffMember;
use parlour_setup::branches::{Branch, BranchSettings, BranchStatus};
use parlour_setup::catalogue::{Category, Service};
use parlour_storage::month_index::MonthIndex;
use parlour_storage::outbox::QueueEntry;
use parlour_storage::table::keys;
use parlour_storage::table::keys::MonthlyList;
use parlour_tests::{Shop, TestSalon};
use serde_json::{Value, json};

fn with(mut request: Value, field: &str, value: Value) -> Value {
    request[field] = value;
    request
}

/// The messages that wait in the outbox, by task.
async fn waiting(salon: &TestSalon, task: &str) -> Vec<QueueEntry> {
    salon.outbox().await.into_iter().filter(|item| item.task.name() == task).collect()
}

fn events(items: &[QueueEntry]) -> Vec<String> {
    items.iter().map(|item| item.task.payload()["event"].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test]
async fn a_request_is_priced_timed_and_numbered_by_the_salon() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let mut request = shop.request(&shop.open, &[&shop.cut, &shop.colour, &shop.cut], "2026-11-17", "12:00");
    request["notes"] = json!("window seat");
    let data = asha.post("/api/bookings", request).await.created();
    assert_eq!(data["bookingNumber"], "BK-BLR-2611-H-00001");
    assert_eq!(data["status"], "pending");
    assert_eq!(data.as_object().unwrap().len(), 3);

    let id = data["id"].as_str().unwrap();
    let booking = asha.get(&format!("/api/bookings/{id}")).await.ok()["booking"].clone();
    assert_eq!((&booking["startTime"], &booking["endTime"]), (&json!("12:00:00"), &json!("14:15:00")));
    assert_eq!((&booking["totalAmountPaise"], &booking["totalDurationMinutes"]), (&json!(300_000), &json!(135)));
    assert_eq!((&booking["bookingDate"], &booking["notes"]), (&json!("2026-11-17"), &json!("window seat")));
    assert_eq!((&booking["branchId"], &booking["customerId"]), (&json!(shop.open.id), &json!(asha.id())));
    assert_eq!((&booking["isWalkin"], &booking["isMembershipSession"]), (&json!(false), &json!(false)));
    assert_eq!((&booking["rescheduleCount"], &booking["createdAt"]), (&json!(0), &json!("2026-11-16T04:30:00.000Z")));
    for absent in ["offerId", "spaMembershipId", "confirmedAt", "completedAt", "cancelledAt", "rejectedAt"] {
        assert_eq!(booking.get(absent), Some(&Value::Null), "{absent}");
    }
    assert!(booking.get("customerName").is_none());
    let services = booking["services"].as_array().unwrap();
    assert_eq!(services.len(), 2);
    assert_eq!(
        (&services[0]["serviceNameSnapshot"], &services[0]["displayOrder"], &services[0]["staffId"]),
        (&json!("Cut"), &json!(0), &Value::Null)
    );
    assert_eq!((&services[1]["priceAtBookingPaise"], &services[1]["durationMinutes"]), (&json!(250_000), &json!(90)));
    assert_eq!((&services[1]["bookingId"], &services[1]["serviceId"]), (&json!(id), &json!(shop.colour.id)));

    let spa = asha.post("/api/bookings", shop.request(&shop.open, &[&shop.facial], "2026-11-17", "12:00")).await;
    assert_eq!(spa.created()["bookingNumber"], "BK-BLR-2611-S-00001");
}

#[tokio::test]
async fn a_request_leaves_its_notice_and_its_timers() {
    let (salon, shop) = TestSalon::with_shop().await;
    let id = salon.customer("Asha").await.post("/api/bookings", shop.cut_tomorrow()).await.created()["id"].clone();

    let stale = waiting(&salon, "stale-booking-alert").await;
    assert_eq!(stale.len(), 1);
    assert_eq!(
        (stale[0].task.payload(), stale[0].due.to_string()),
        (json!({ "bookingId": id }), "2026-11-16T06:30:00.000Z".into())
    );
    let check = waiting(&salon, "noshow-check").await;
    assert_eq!(check[0].task.payload(), json!({ "bookingId": id, "startsAt": "2026-11-17T06:30:00.000Z" }));
    assert_eq!(check[0].due.to_string(), "2026-11-17T07:30:00.000Z");
    assert_eq!(events(&waiting(&salon, "notify").await), ["booking_received"]);
}

#[tokio::test]
async fn every_bad_field_of_a_request_is_named() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let book = |request: Value| {
        let asha = asha.clone();
        async move { asha.post("/api/bookings", request).await }
    };
    let all = ["branchId", "serviceType", "bookingDate", "startTime", "serviceIds"];
    book(json!({})).await.invalid(&all);
    let bad = json!({
        "branchId": "", "serviceType": "nails", "bookingDate": "2026-02-30", "startTime": "25:00", "serviceIds": ["", 3],
        "notes": "x".repeat(501), "leadId": 7,
    });
    book(bad).await.invalid(&[
        "branchId",
        "serviceType",
        "bookingDate",
        "startTime",
        "serviceIds.0",
        "serviceIds.1",
        "notes",
        "leadId",
    ]);
    let good = shop.cut_tomorrow();
    let nothing = with(good.clone(), "serviceIds", json!([]));
    book(nothing.clone()).await.invalid(&["serviceIds"]);
    book(with(nothing, "branchId", json!(""))).await.invalid(&["branchId", "serviceIds"]);
    let many: Vec<String> = (0..21).map(|at| format!("s{at}")).collect();
    book(with(good.clone(), "serviceIds", json!(many))).await.invalid(&["serviceIds"]);
    book(with(good.clone(), "startTime", json!("9:30"))).await.invalid(&["startTime"]);
    book(with(good.clone(), "branchId", json!("nowhere"))).await.invalid(&["branchId"]);
    book(with(good.clone(), "serviceIds", json!(["unknown"]))).await.invalid(&["serviceIds"]);
    book(with(good.clone(), "serviceType", json!("spa"))).await.invalid(&["serviceIds", "serviceType"]);
    let gone = with(good.clone(), "bookingDate", json!("2026-11-15"));
    book(gone.clone()).await.invalid(&["bookingDate"]);
    book(with(gone, "notes", json!("x".repeat(501)))).await.invalid(&["bookingDate", "notes"]);
    let past = with(good.clone(), "bookingDate", json!("2026-11-16"));
    book(with(past, "startTime", json!("09:59"))).await.invalid(&["startTime"]);
    book(with(good.clone(), "startTime", json!("09:59"))).await.invalid(&["startTime"]);
    book(with(good.clone(), "startTime", json!("21:00"))).await.invalid(&["startTime"]);
    let several = json!({
        "branchId": "nowhere", "serviceType": "salon", "bookingDate": "2026-11-01", "startTime": "12:00",
        "serviceIds": [shop.cut.id, "unknown"],
    });
    book(several).await.invalid(&["branchId", "serviceIds", "bookingDate"]);
    book(with(good, "startTime", json!("20:59"))).await.created();
}

#[tokio::test]
async fn only_operational_branches_active_services_and_able_people_are_booked() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let refused = async |fields: &[&str]| {
        asha.post("/api/bookings", shop.cut_tomorrow()).await.invalid(fields);
    };

    salon.put(&Branch { status: BranchStatus::ComingSoon, ..shop.open.clone() }).await;
    refused(&["branchId"]).await;
    salon.put(&shop.open).await;

    salon.put(&Service { is_active: false, ..shop.cut.clone() }).await;
    refused(&["serviceIds"]).await;
    salon.put(&shop.cut).await;

    salon.put(&Category { is_active: false, ..shop.hair.clone() }).await;
    refused(&["serviceIds"]).await;
    salon.put(&shop.hair).await;

    for member in [&shop.meera, &shop.ravi] {
        salon.put(&StaffMember { is_active: false, ..member.clone() }).await;
    }
    refused(&["serviceIds"]).await;
    salon.put(&StaffMember { branch_ids: vec![shop.staffed.id.clone()], ..shop.meera.clone() }).await;
    refused(&["serviceIds"]).await;
    salon.put(&StaffMember { service_ids: vec![shop.colour.id.clone()], ..shop.meera.clone() }).await;
    refused(&["serviceIds"]).await;
    salon.put(&shop.meera).await;
    asha.post("/api/bookings", shop.cut_tomorrow()).await.created();

    let horizon = BranchSettings { horizon_days: Some(7), ..shop.open.settings.clone() };
    salon.put(&Branch { settings: horizon, ..shop.open.clone() }).await;
    asha.book(shop.request(&shop.open, &[&shop.cut], "2026-11-23", "12:00")).await;
    let far = shop.request(&shop.open, &[&shop.cut], "2026-11-24", "12:00");
    asha.post("/api/bookings", far).await.invalid(&["bookingDate"]);
}

#[tokio::test]
async fn nothing_is_booked_more_than_400_days_ahead_whatever_the_branch_says() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let endless = BranchSettings { horizon_days: Some(3650), ..shop.open.settings.clone() };
    for branch in [shop.open.clone(), Branch { settings: endless, ..shop.open.clone() }] {
        salon.put(&branch).await;
        for far in ["2027-12-22", "2028-01-01", "9999-12-31"] {
            let request = shop.request(&branch, &[&shop.cut], far, "12:00");
            asha.post("/api/bookings", request.clone()).await.invalid(&["bookingDate"]);
            let broken = with(request, "notes", json!(7));
            asha.post("/api/bookings", broken).await.invalid(&["bookingDate", "notes"]);
        }
    }
    let path = asha.book(shop.request(&shop.open, &[&shop.cut], "2027-12-21", "12:00")).await;
    let further = json!({ "bookingDate": "2027-12-22", "startTime": "12:00" });
    asha.post(&format!("{path}/reschedule"), further).await.invalid(&["bookingDate"]);
    let months = MonthIndex::of(&salon.salon, MonthlyList::Bookings(&shop.open.id)).known().await.unwrap();
    assert_eq!(months.iter().map(ToString::to_string).collect::<Vec<_>>(), ["2027-12"], "no far month is recorded");
}

#[tokio::test]
async fn a_start_is_past_once_its_minute_has_begun_for_whoever_asks() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let moved = asha.book(shop.request(&shop.staffed, &[&shop.cut], "2026-11-18", "12:00")).await;
    let today = |start: &str| shop.request(&shop.staffed, &[&shop.cut], "2026-11-16", start);
    let to = |start: &str| json!({ "bookingDate": "2026-11-16", "startTime": start });
    let there = format!("/api/availability?date=2026-11-16&branchId={}&explain=true", shop.staffed.id);
    let past = async |start: &str| {
        let slots = salon.visitor().get(&there).await.ok();
        let slot = slots["slots"].as_array().unwrap().iter().find(|slot| slot["startTime"] == start).cloned();
        slot.unwrap()["reason"] == "past"
    };
    for moment in ["2026-11-16T11:30:00+05:30", "2026-11-16T11:30:59.999+05:30"] {
        salon.set_clock(moment);
        assert!(past("11:30").await && !past("12:00").await, "{moment}");
        asha.post("/api/bookings", today("11:30")).await.invalid(&["startTime"]);
        asha.post(&format!("{moved}/reschedule"), to("11:30")).await.invalid(&["startTime"]);
    }
    salon.set_clock("2026-11-16T11:29:59.999+05:30");
    assert!(!past("11:30").await);
    asha.post("/api/bookings", today("11:30")).await.created();
    asha.post(&format!("{moved}/reschedule"), to("11:30")).await.ok();
}

#[tokio::test]
async fn nobody_books_without_a_session_and_5_in_a_minute_are_enough() {
    let (salon, shop) = TestSalon::with_shop().await;
    salon.visitor().post("/api/bookings", shop.cut_tomorrow()).await.refused(401, "UNAUTHENTICATED");
    let asha = salon.customer("Asha").await.at("127.0.0.9");
    for _ in 0..5 {
        asha.post("/api/bookings", shop.cut_tomorrow()).await.created();
    }
    asha.post("/api/bookings", shop.cut_tomorrow()).await.refused(429, "RATE_LIMITED");
    asha.at("127.0.0.10").post("/api/bookings", shop.cut_tomorrow()).await.created();
    let unsigned = salon.visitor().at("127.0.0.9");
    unsigned.post("/api/bookings", json!({})).await.refused(429, "RATE_LIMITED");
}

#[tokio::test]
async fn a_lead_is_attributed_and_moves_where_it_may() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = salon.reception().await;
    let asha = salon.customer("Asha").await;
    let lead =
        desk.post("/api/leads", json!({ "name": "Asha", "phone": "9876543210" })).await.created()["leadId"].clone();
    let path = format!("/api/leads/{}", lead.as_str().unwrap());
    let first = asha.post("/api/bookings", with(shop.cut_tomorrow(), "leadId", lead.clone())).await.created();
    let seen = desk.get(&path).await.ok()["lead"].clone();
    assert_eq!((&seen["status"], &seen["convertedBookingId"]), (&json!("booked"), &first["id"]));
    assert_eq!(seen["convertedBookingNumber"], first["bookingNumber"]);

    desk.patch(&path, json!({ "status": "lost", "reason": "x" })).await.ok();
    let second = asha.post("/api/bookings", with(shop.cut_tomorrow(), "leadId", lead)).await.created();
    let seen = desk.get(&path).await.ok()["lead"].clone();
    assert_eq!((&seen["status"], &seen["convertedBookingId"]), (&json!("lost"), &second["id"]));
    asha.post("/api/bookings", with(shop.cut_tomorrow(), "leadId", json!("nobody"))).await.created();
}

#[tokio::test]
async fn own_bookings_are_listed_newest_first_and_others_are_not_found() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    let mut paths = Vec::new();
    for date in ["2026-11-20", "2026-11-18", "2026-11-19"] {
        paths.push(asha.book(shop.request(&shop.open, &[&shop.cut], date, "12:00")).await);
    }
    let listed = asha.get("/api/bookings").await.ok()["bookings"].clone();
    let dates: Vec<&str> = listed.as_array().unwrap().iter().map(|b| b["bookingDate"].as_str().unwrap()).collect();
    assert_eq!(dates, ["2026-11-19", "2026-11-18", "2026-11-20"]);
    assert_eq!(listed[0]["services"][0]["serviceNameSnapshot"], "Cut");

    assert_eq!(ravi.get("/api/bookings").await.ok()["bookings"], json!([]));
    let time = json!({ "bookingDate": "2026-11-20", "startTime": "15:00" });
    let endless = format!("/api/bookings/{}", "x".repeat(3000));
    for path in [paths[0].as_str(), "/api/bookings/nothing", &endless] {
        ravi.get(path).await.refused(404, "NOT_FOUND");
        ravi.get(&format!("{path}/calendar.ics")).await.refused(404, "NOT_FOUND");
        ravi.post(&format!("{path}/cancel"), json!({})).await.refused(404, "NOT_FOUND");
        ravi.post(&format!("{path}/reschedule"), time.clone()).await.refused(404, "NOT_FOUND");
    }
    assert_eq!(asha.get(&paths[0]).await.ok()["booking"]["status"], "pending");
}

/// A booking of Asha's in each status, by its path.
async fn in_each_status(salon: &TestSalon, shop: &Shop) -> Vec<(&'static str, String)> {
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let mut all = Vec::new();
    for status in ["pending", "confirmed", "in_progress", "cancelled", "no_show", "rejected"] {
        let path = asha.book(shop.cut_tomorrow()).await;
        let approve = json!({ "action": "approve", "staffId": shop.meera.id });
        match status {
            "pending" => {}
            "cancelled" => {
                asha.post(&format!("{path}/cancel"), json!({})).await.ok();
            }
            "rejected" => {
                desk.patch(&path, json!({ "action": "reject", "rejectionReason": "full" })).await.ok();
            }
            _ => {
                desk.patch(&path, approve).await.ok();
                match status {
                    "in_progress" => drop(desk.post_empty(&format!("{path}/checkin")).await.ok()),
                    "no_show" => drop(desk.post_empty(&format!("{path}/noshow")).await.ok()),
                    _ => {}
                }
            }
        }
        let booking = desk.get(&path).await.ok()["booking"].clone();
        assert_eq!(booking["status"], status);
        all.push((status, path));
    }
    all
}

#[tokio::test]
async fn a_customer_cancels_what_is_pending_or_confirmed_and_nothing_else() {
    let (salon, shop) = TestSalon::with_shop().await;
    for (status, path) in in_each_status(&salon, &shop).await {
        let booking = Bookings::of(&salon.salon).find(&path.trim_start_matches("/api/bookings/").into()).await.unwrap();
        let owner = salon.salon.table.get(&keys::user(&booking.customer_id)).await.unwrap().unwrap().record;
        let owner = salon.signed_in(&owner, parlour_settings::App::Customer).await;
        owner.post(&format!("{path}/cancel"), json!({ "reason": "x".repeat(501) })).await.invalid(&["reason"]);
        let reply = owner.post(&format!("{path}/cancel"), json!({ "reason": "ill" })).await;
        if matches!(status, "pending" | "confirmed") {
            let data = reply.ok();
            assert_eq!(data["status"], "cancelled");
            assert_eq!(data["cancelledAt"], "2026-11-16T04:30:00.000Z");
            assert_eq!(data.as_object().unwrap().len(), 3);
            let booking = owner.get(&path).await.ok()["booking"].clone();
            assert_eq!(booking["cancellationReason"], "ill");
            owner.post_empty(&format!("{path}/cancel")).await.refused(409, "BOOKING_ALREADY_CANCELLED");
        } else {
            reply.refused(409, "BOOKING_ALREADY_CANCELLED");
        }
    }
}

#[tokio::test]
async fn a_late_cancellation_is_counted_with_or_without_a_profile_before() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let today = |start: &str| shop.request(&shop.open, &[&shop.cut], "2026-11-16", start);
    let late = async |who: &parlour_tests::Client<'_>, start: &str| {
        let path = who.book(today(start)).await;
        who.post_empty(&format!("{path}/cancel")).await.ok();
        let profile =
            salon.salon.table.get::<parlour_people::customers::Profile>(&keys::profile(&who.id())).await.unwrap();
        profile.map(|profile| profile.late_cancellation_count)
    };
    assert_eq!(late(&asha, "12:00").await, None);
    assert_eq!(late(&asha, "11:59").await, Some(1));
    assert_eq!(late(&asha, "12:00").await, Some(1));
    assert_eq!(late(&asha, "10:01").await, Some(2));
}

#[tokio::test]
async fn a_booking_is_moved_twice_keeping_its_id_and_number() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let path = asha.book(shop.cut_tomorrow()).await;
    let before = asha.get(&path).await.ok()["booking"].clone();
    let reschedule = format!("{path}/reschedule");
    asha.post(&reschedule, json!({})).await.invalid(&["bookingDate", "startTime"]);
    asha.post(&reschedule, json!({ "bookingDate": "2026-11-15", "startTime": "22:00" }))
        .await
        .invalid(&["bookingDate", "startTime"]);

    let moved = asha.post(&reschedule, json!({ "bookingDate": "2026-12-02", "startTime": "15:30" })).await.ok();
    let moved = &moved["booking"];
    assert_eq!((&moved["id"], &moved["bookingNumber"]), (&before["id"], &before["bookingNumber"]));
    assert_eq!((&moved["bookingDate"], &moved["rescheduleCount"]), (&json!("2026-12-02"), &json!(1)));
    assert_eq!((&moved["startTime"], &moved["endTime"]), (&json!("15:30:00"), &json!("16:15:00")));
    assert_eq!(moved["status"], "pending");
    assert_eq!(asha.get("/api/bookings").await.ok()["bookings"][0]["bookingDate"], "2026-12-02");
    let desk = salon.reception().await;
    assert_eq!(desk.get("/api/bookings?date=2026-11-17").await.ok()["bookings"], json!([]));
    assert_eq!(desk.get("/api/bookings").await.ok()["bookings"][0]["id"], before["id"]);

    let checks = waiting(&salon, "noshow-check").await;
    let starts: Vec<Value> = checks.iter().map(|check| check.task.payload()["startsAt"].clone()).collect();
    assert_eq!(starts, [json!("2026-11-17T06:30:00.000Z"), json!("2026-12-02T10:00:00.000Z")]);
    assert_eq!(checks[1].due.to_string(), "2026-12-02T11:00:00.000Z");
    assert!(events(&waiting(&salon, "notify").await).contains(&"booking_rescheduled".to_owned()));

    asha.post(&reschedule, json!({ "bookingDate": "2026-11-16", "startTime": "12:00" })).await.ok();
    asha.post(&reschedule, json!({ "bookingDate": "2026-11-20", "startTime": "12:00" }))
        .await
        .refused(409, "BOOKING_MAX_RESCHEDULES");
}

#[tokio::test]
async fn less_than_two_hours_before_the_start_is_too_late_to_move() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let later = json!({ "bookingDate": "2026-11-20", "startTime": "12:00" });
    let late = asha.book(shop.request(&shop.open, &[&shop.cut], "2026-11-16", "11:59")).await;
    let in_time = asha.book(shop.request(&shop.open, &[&shop.cut], "2026-11-16", "12:00")).await;
    asha.post(&format!("{late}/reschedule"), later.clone()).await.refused(409, "BOOKING_CANCEL_WINDOW_PASSED");
    asha.post(&format!("{in_time}/reschedule"), later).await.ok();
}

#[tokio::test]
async fn a_booking_can_be_put_into_a_calendar_and_replaced_there() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let path = asha.book(shop.request(&shop.open, &[&shop.cut, &shop.colour], "2026-11-17", "12:00")).await;
    let calendar = async || {
        let reply = asha.get(&format!("{path}/calendar.ics")).await;
        assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, Some("text/calendar; charset=utf-8")));
        String::from_utf8(reply.bytes).unwrap()
    };
    let line = |text: &str, name: &str| {
        text.split("\r\n").find(|line| line.starts_with(name)).map(str::to_owned).unwrap_or_default()
    };
    let first = calendar().await;
    assert_eq!(first.matches("BEGIN:VEVENT").count(), 1);
    assert_eq!(line(&first, "DTSTART"), "DTSTART:19700101T000000");
    assert!(first.contains("\r\nDTSTART;TZID=Asia/Kolkata:20261117T120000\r\n"));
    assert!(first.contains("\r\nDTEND;TZID=Asia/Kolkata:20261117T141500\r\n"));
    assert!(first.contains("\r\nSUMMARY:Cut\\, Colour\r\n"));
    assert_eq!((line(&first, "SEQUENCE"), line(&first, "STATUS")), ("SEQUENCE:0".into(), "STATUS:TENTATIVE".into()));

    asha.post(&format!("{path}/reschedule"), json!({ "bookingDate": "2026-11-18", "startTime": "10:00" })).await.ok();
    let second = calendar().await;
    assert_eq!((line(&second, "UID"), line(&second, "SEQUENCE")), (line(&first, "UID"), "SEQUENCE:1".into()));
    asha.post_empty(&format!("{path}/cancel")).await.ok();
    assert_eq!(line(&calendar().await, "STATUS"), "STATUS:CANCELLED");
}

#[tokio::test]
async fn twenty_at_once_under_one_key_make_one_booking_and_give_the_same_answer() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await.once("key-1");
    let replies = join_all((0..20).map(|_| asha.post("/api/bookings", shop.cut_tomorrow()))).await;
    let first = replies[0].bytes.clone();
    assert!(replies.iter().all(|reply| reply.status == 201 && reply.bytes == first));
    assert_eq!(asha.get("/api/bookings").await.ok()["bookings"].as_array().map(Vec::len), Some(1));
    let other = shop.request(&shop.open, &[&shop.cut], "2026-11-18", "12:00");
    asha.post("/api/bookings", other).await.refused(409, "CONFLICT");
    // Another person's same key is another key.
    let ravi = salon.customer("Ravi").await.once("key-1");
    assert_ne!(ravi.post("/api/bookings", shop.cut_tomorrow()).await.bytes, first);
}

#[tokio::test]
async fn fifty_at_once_get_fifty_numbers() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let replies = join_all((0..50).map(|_| asha.post("/api/bookings", shop.cut_tomorrow()))).await;
    let mut numbers: Vec<String> =
        replies.iter().map(|reply| reply.created()["bookingNumber"].as_str().unwrap().to_owned()).collect();
    numbers.sort();
    let expected: Vec<String> = (1..=50).map(|n| format!("BK-BLR-2611-H-{n:05}")).collect();
    assert_eq!(numbers, expected);
    // Another side of the house, another branch and another month count for themselves.
    salon.set_clock("2026-12-01T00:00:00+05:30");
    let asha = salon.customer("Asha").await;
    let december = asha.post("/api/bookings", shop.request(&shop.staffed, &[&shop.cut], "2026-12-02", "12:00")).await;
    assert_eq!(december.created()["bookingNumber"], "BK-IND-2612-H-00001");
}

#[tokio::test]
async fn creating_costs_4_round_trips_and_listing_2_however_many_bookings_others_have() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    // The first bookings of a month begin its list.
    for branch in [&shop.open, &shop.staffed] {
        for time in ["10:00", "11:00"] {
            ravi.book(shop.request(branch, &[&shop.cut], "2026-11-17", time)).await;
        }
    }
    let mut costs = Vec::new();
    for round in 0..2 {
        asha.book(shop.cut_tomorrow()).await;
        salon.wire.reset();
        asha.post("/api/bookings", shop.cut_tomorrow()).await.created();
        let create = salon.wire.cost();
        assert_eq!(create.round_trips, 4, "{:?}", create.calls);
        salon.wire.reset();
        asha.post("/api/bookings", shop.request(&shop.staffed, &[&shop.cut], "2026-11-17", "12:00")).await.created();
        let staffed = salon.wire.cost();
        assert_eq!(staffed.round_trips, 4, "{:?}", staffed.calls);
        salon.wire.reset();
        let many = asha.get("/api/bookings").await.ok()["bookings"].as_array().map(Vec::len);
        let list = salon.wire.cost();
        assert_eq!((list.round_trips, many), (2, Some(3 * (round + 1))), "{:?}", list.calls);
        costs.push((create.read_units, create.write_units));
        if round == 0 {
            bulk(&salon, &shop, &ravi).await;
        }
    }
    assert_eq!(costs[0], costs[1]);
}

/// Fills the table with another customer's bookings; `PARLOUR_BULK` says how many.
async fn bulk(salon: &TestSalon, shop: &Shop, owner: &parlour_tests::Client<'_>) {
    let path = owner.book(shop.cut_tomorrow()).await;
    let one = Bookings::of(&salon.salon).find(&path.trim_start_matches("/api/bookings/").into()).await.unwrap().record;
    let all: Vec<usize> = (0..parlour_tests::counts::bulk(2_000)).collect();
    for some in all.chunks(50) {
        let mut write = parlour_storage::table::AtomicWrite::new(&salon.salon.random);
        for _ in some {
            write.changes.create(&parlour_booking::bookings::Booking { id: salon.salon.random.id(), ..one.clone() });
        }
        write.commit(&salon.salon.table).await.unwrap();
    }
}

#[tokio::test]
async fn a_cancellation_and_a_move_at_once_end_in_a_state_that_can_be() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    for _ in 0..5 {
        let path = asha.book(shop.cut_tomorrow()).await;
        let (cancel, reschedule) = (format!("{path}/cancel"), format!("{path}/reschedule"));
        let time = json!({ "bookingDate": "2026-11-20", "startTime": "15:00" });
        let cancels = join_all((0..5).map(|_| asha.post_empty(&cancel)));
        let moves = join_all((0..5).map(|_| asha.post(&reschedule, time.clone())));
        let (cancels, moves) = tokio::join!(cancels, moves);
        assert_eq!(cancels.iter().filter(|reply| reply.status == 200).count(), 1);
        for reply in cancels.iter().filter(|reply| reply.status != 200) {
            reply.refused(409, "BOOKING_ALREADY_CANCELLED");
        }
        let moved = moves.iter().filter(|reply| reply.status == 200).count();
        for reply in moves.iter().filter(|reply| reply.status != 200) {
            assert_eq!(reply.status, 409, "{}", reply.json());
        }
        let booking = asha.get(&path).await.ok()["booking"].clone();
        assert_eq!((&booking["status"], &booking["rescheduleCount"]), (&json!("cancelled"), &json!(moved)));
    }
}

#[tokio::test]
async fn beyond_300_writes_in_a_minute_a_customer_waits() {
    let salon = TestSalon::open().await;
    let (asha, other) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    let none = json!({ "ids": [] });
    for _ in 0..300 {
        asha.patch("/api/notifications", none.clone()).await.ok();
        asha.get("/api/onboarding").await.ok();
    }
    let refused = asha.patch("/api/notifications", none.clone()).await;
    let error = refused.refused(429, "RATE_LIMITED");
    assert_eq!((&error["retryable"], refused.header("retry-after")), (&json!(true), Some("60")));
    asha.post("/api/bookings", json!({})).await.refused(429, "RATE_LIMITED");
    asha.get("/api/onboarding").await.ok();
    other.patch("/api/notifications", none.clone()).await.ok();
    salon.set_clock("2026-11-16T10:01:00+05:30");
    asha.patch("/api/notifications", none).await.ok();
}

#[tokio::test]
async fn a_customer_has_at_most_120_open_requests_also_when_many_are_sent_at_once() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let mut paths = Vec::new();
    for _ in 0..118 {
        paths.push(asha.book(shop.cut_tomorrow()).await);
    }
    let replies = join_all((0..6).map(|_| asha.post("/api/bookings", shop.cut_tomorrow()))).await;
    let statuses: Vec<u16> = replies.iter().map(|reply| reply.status.as_u16()).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 2, "{statuses:?}");
    let refused = asha.post("/api/bookings", shop.cut_tomorrow()).await.refused(422, "BUSINESS_RULE_VIOLATION");
    assert_eq!(refused["details"], json!({ "reason": "TOO_MANY_OPEN" }));
    asha.post("/api/bookings?dryRun=true", shop.cut_tomorrow()).await.refused(422, "BUSINESS_RULE_VIOLATION");
    salon.customer("Ravi").await.book(shop.cut_tomorrow()).await;
    // One that was answered, whichever way, makes room for one.
    desk.patch(&paths[7], json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    asha.book(shop.cut_tomorrow()).await;
    asha.post("/api/bookings", shop.cut_tomorrow()).await.refused(422, "BUSINESS_RULE_VIOLATION");
}
