//! Bookings at the front desk, under the open policy.

use futures::future::join_all;
use parlour_booking::slots::Closure;
use parlour_booking::slots::ledger::DayLedger;
use parlour_people::auth::User;
use parlour_people::staff::StaffMember;
use parlour_storage::table::{UniqueValue, keys};
use parlour_tests::{Shop, TestSalon, path_of};
use parlour_values::id::UserId;
use parlour_values::role::Role;
use serde_json::{Value, json};

fn approve(shop: &Shop) -> Value {
    json!({ "action": "approve", "staffId": shop.meera.id })
}

async fn waiting(salon: &TestSalon, task: &str) -> Vec<Value> {
    let items = salon.outbox().await;
    items.iter().filter(|item| item.task.name() == task).map(|item| item.task.payload()).collect()
}

/// The bookings whose time this person's day holds.
async fn held(salon: &TestSalon, member: &StaffMember, date: &str) -> Vec<(String, String, String)> {
    let day = salon.salon.table.get::<DayLedger>(&keys::staff_day(&member.id, date.parse().unwrap())).await.unwrap();
    day.iter()
        .flat_map(|day| day.busy())
        .map(|busy| {
            (format!("/api/bookings/{}", busy.booking_id), busy.hold().start.to_string(), busy.hold().end.to_string())
        })
        .collect()
}

#[tokio::test]
async fn the_desk_needs_a_receptionist() {
    let (salon, shop) = TestSalon::with_shop().await;
    let staff = salon.person("Sita", Role::Staff).await;
    staff.get("/api/bookings").await.refused(403, "FORBIDDEN");
    staff.get("/api/lookups").await.refused(403, "FORBIDDEN");
    staff.patch("/api/bookings/x", approve(&shop)).await.refused(403, "FORBIDDEN");
    salon.anyone(parlour_settings::App::Admin).get("/api/bookings").await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn the_list_is_filtered_and_newest_day_first() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha Rao").await, salon.reception().await);
    let at = |date: &str| shop.request(&shop.open, &[&shop.cut], date, "12:00");
    let first = asha.book(at("2026-11-18")).await;
    let second = asha.book(at("2026-12-18")).await;
    salon.set_clock("2026-11-16T10:00:01+05:30");
    let third = asha.book(at("2026-11-18")).await;
    let spa = asha.book(shop.request(&shop.open, &[&shop.massage], "2026-11-17", "12:00")).await;
    desk.patch(&third, approve(&shop)).await.ok();
    desk.patch(&spa, json!({ "action": "reject", "rejectionReason": "full" })).await.ok();

    let list = async |query: &str| -> Vec<String> {
        let reply = desk.get(&format!("/api/bookings{query}")).await;
        assert_eq!(reply.meta(), Value::Null);
        reply.ok()["bookings"].as_array().unwrap().iter().map(|booking| path_of(&booking["id"])).collect()
    };
    assert_eq!(list("").await, [&*second, &third, &first, &spa]);
    assert_eq!(list("?date=2026-11-18").await, [&*third, &first]);
    assert_eq!(list("?status=pending").await, [&*second, &first]);
    assert_eq!(list("?status=confirmed&date=2026-11-18").await, [&*third]);
    assert_eq!(list("?status=confirmed&serviceType=spa").await, [] as [&str; 0]);
    assert_eq!(list("?status=rejected").await, [&*spa]);
    assert_eq!(list("?serviceType=spa").await, [&*spa]);
    assert_eq!(list("?date=2026-11-30").await, [] as [&str; 0]);
    desk.get("/api/bookings?status=odd&serviceType=nails&date=soon").await.invalid(&["status", "serviceType", "date"]);

    let row = desk.get("/api/bookings").await.ok()["bookings"][0].clone();
    assert_eq!((&row["customerName"], &row["customerId"]), (&json!("Asha Rao"), &json!(asha.id())));
    assert!(row["customerEmail"].as_str().unwrap().ends_with("@example.test"));
    assert_eq!(row["services"][0]["serviceId"], json!(shop.cut.id));
    assert_eq!(desk.get(&first).await.ok()["booking"]["customerName"], "Asha Rao");
    desk.get("/api/bookings/nothing").await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn a_day_or_an_open_status_costs_2_round_trips() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    asha.book(shop.cut_tomorrow()).await;
    salon.warm(&[]).await;
    for path in ["/api/bookings?date=2026-11-17", "/api/bookings?status=pending"] {
        salon.wire.reset();
        desk.get(path).await.ok();
        assert_eq!(salon.wire.cost().round_trips, 2, "{:?}", salon.wire.cost().calls);
    }
}

#[tokio::test]
async fn a_request_is_approved_for_somebody_and_takes_their_time() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let path = asha.book(shop.request(&shop.open, &[&shop.cut, &shop.colour], "2026-11-17", "12:00")).await;
    let booking = desk.patch(&path, approve(&shop)).await.ok()["booking"].clone();
    assert_eq!(
        (&booking["status"], &booking["confirmedAt"]),
        (&json!("confirmed"), &json!("2026-11-16T04:30:00.000Z"))
    );
    assert!(booking["services"].as_array().unwrap().iter().all(|row| row["staffId"] == json!(shop.meera.id)));
    assert_eq!(booking["customerName"], "Asha");
    // 135 minutes of service and 15 of buffer.
    assert_eq!(held(&salon, &shop.meera, "2026-11-17").await, [(path.clone(), "12:00".into(), "14:30".into())]);
    let notices = waiting(&salon, "notify").await;
    assert_eq!(notices.last().unwrap()["event"], "booking_confirmed");
    assert_eq!(notices.last().unwrap()["startsAt"], "2026-11-17T06:30:00.000Z");

    desk.patch(&path, approve(&shop)).await.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
    let reject = json!({ "action": "reject", "rejectionReason": "full" });
    desk.patch(&path, reject).await.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
    asha.post_empty(&format!("{path}/cancel")).await.ok();
    assert_eq!(held(&salon, &shop.meera, "2026-11-17").await, []);
}

#[tokio::test]
async fn a_decision_names_its_action_and_brings_what_it_needs() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let path = asha.book(shop.cut_tomorrow()).await;
    desk.patch(&path, json!({})).await.invalid(&["action"]);
    desk.patch(&path, json!({ "action": "burn" })).await.invalid(&["action"]);
    desk.patch(&path, json!({ "action": "approve" })).await.invalid(&["staffId"]);
    desk.patch(&path, json!({ "action": "assign", "staffId": "" })).await.invalid(&["staffId"]);
    desk.patch(&path, json!({ "action": "reject" })).await.invalid(&["rejectionReason"]);
    desk.patch(&path, json!({ "action": "reject", "rejectionReason": "" })).await.invalid(&["rejectionReason"]);
    let long = json!({ "action": "reject", "rejectionReason": "x".repeat(501) });
    desk.patch(&path, long).await.invalid(&["rejectionReason"]);
    desk.patch(&path, json!({ "action": "approve", "staffId": "nobody" })).await.invalid(&["staffId"]);
    salon.put(&StaffMember { is_active: false, ..shop.ravi.clone() }).await;
    desk.patch(&path, json!({ "action": "assign", "staffId": shop.ravi.id })).await.invalid(&["staffId"]);
    desk.patch("/api/bookings/nothing", approve(&shop)).await.refused(404, "NOT_FOUND");

    let rejected = desk.patch(&path, json!({ "action": "reject", "rejectionReason": "We are full" })).await.ok();
    let rejected = &rejected["booking"];
    assert_eq!((&rejected["status"], &rejected["rejectionReason"]), (&json!("rejected"), &json!("We are full")));
    assert_eq!(rejected["rejectedAt"], "2026-11-16T04:30:00.000Z");
    assert_eq!(waiting(&salon, "notify").await.last().unwrap()["event"], "booking_rejected");
}

#[tokio::test]
async fn assigning_changes_the_person_whatever_the_status_and_takes_time_only_while_open() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let path = asha.book(shop.cut_tomorrow()).await;
    let assign = |member: &StaffMember| json!({ "action": "assign", "staffId": member.id });
    let data = desk.patch(&path, assign(&shop.meera)).await.ok();
    assert_eq!(path_of(&data["bookingId"]), path);
    assert_eq!(data["services"][0]["staffId"], json!(shop.meera.id));
    assert_eq!(desk.get(&path).await.ok()["booking"]["status"], "pending");
    assert_eq!(held(&salon, &shop.meera, "2026-11-17").await.len(), 1);

    desk.patch(&path, assign(&shop.ravi)).await.ok();
    assert_eq!(held(&salon, &shop.meera, "2026-11-17").await, []);
    assert_eq!(held(&salon, &shop.ravi, "2026-11-17").await.len(), 1);

    asha.post_empty(&format!("{path}/cancel")).await.ok();
    assert_eq!(held(&salon, &shop.ravi, "2026-11-17").await, []);
    desk.patch(&path, assign(&shop.meera)).await.ok();
    assert_eq!(held(&salon, &shop.meera, "2026-11-17").await, []);
    let booking = desk.get(&path).await.ok()["booking"].clone();
    assert_eq!((&booking["status"], &booking["services"][0]["staffId"]), (&json!("cancelled"), &json!(shop.meera.id)));
}

#[tokio::test]
async fn a_visit_begins_at_the_desk_and_can_be_taken_back_for_a_quarter_of_an_hour() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let path = asha.book(shop.cut_tomorrow()).await;
    let (check_in, undo) = (format!("{path}/checkin"), format!("{path}/undo-checkin"));
    desk.post_empty(&check_in).await.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
    desk.patch(&path, approve(&shop)).await.ok();
    desk.post_empty(&undo).await.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
    let here = desk.post_empty(&check_in).await.ok()["booking"].clone();
    assert_eq!((&here["status"], &here["checkedInAt"]), (&json!("in_progress"), &json!("2026-11-16T04:30:00.000Z")));
    desk.post_empty(&check_in).await.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
    desk.post_empty(&format!("{path}/noshow")).await.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");

    salon.set_clock("2026-11-16T10:15:00+05:30");
    let undone = desk.post_empty(&undo).await.ok()["booking"].clone();
    assert_eq!((&undone["status"], &undone["checkedInAt"]), (&json!("confirmed"), &Value::Null));
    desk.post_empty(&check_in).await.ok();
    salon.set_clock("2026-11-16T10:30:01+05:30");
    desk.post_empty(&undo).await.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
    for action in ["checkin", "undo-checkin", "noshow"] {
        desk.post_empty(&format!("/api/bookings/nothing/{action}")).await.refused(404, "NOT_FOUND");
    }
}

#[tokio::test]
async fn a_no_show_frees_the_time_and_is_left_to_the_queue_to_count() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let path = asha.book(shop.cut_tomorrow()).await;
    let noshow = format!("{path}/noshow");
    desk.post_empty(&noshow).await.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
    desk.patch(&path, approve(&shop)).await.ok();
    let replies = join_all((0..10).map(|_| desk.post_empty(&noshow))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    assert_eq!(desk.get(&path).await.ok()["booking"]["status"], "no_show");
    assert_eq!(waiting(&salon, "noshow-escalation").await.len(), 1);
    assert_eq!(held(&salon, &shop.meera, "2026-11-17").await, []);
}

#[tokio::test]
async fn the_desk_cancels_with_a_reason_and_without_counting_it() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    salon.profile(&asha.id()).await;
    let path = asha.book(shop.request(&shop.open, &[&shop.cut], "2026-11-16", "11:00")).await;
    let cancel = format!("{path}/cancel");
    desk.post(&cancel, json!({})).await.invalid(&["reason"]);
    let booking = desk.post(&cancel, json!({ "reason": "no water" })).await.ok()["booking"].clone();
    assert_eq!((&booking["status"], &booking["cancellationReason"]), (&json!("cancelled"), &json!("no water")));
    desk.post(&cancel, json!({ "reason": "again" })).await.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
    desk.post("/api/bookings/nothing/cancel", json!({ "reason": "x" })).await.refused(404, "NOT_FOUND");
    let profile =
        salon.salon.table.get::<parlour_people::customers::Profile>(&keys::profile(&asha.id())).await.unwrap();
    assert_eq!(profile.unwrap().late_cancellation_count, 0);
}

#[tokio::test]
async fn the_desk_moves_a_booking_as_often_and_as_late_as_it_must() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let path = asha.book(shop.request(&shop.open, &[&shop.cut], "2026-11-16", "10:30")).await;
    desk.patch(&path, approve(&shop)).await.ok();
    let reschedule = format!("{path}/reschedule");
    for (count, start) in [(1, "11:00"), (2, "12:00"), (3, "13:00")] {
        let to = json!({ "bookingDate": "2026-11-16", "startTime": start });
        let booking = desk.post(&reschedule, to).await.ok()["booking"].clone();
        assert_eq!((&booking["rescheduleCount"], &booking["status"]), (&json!(count), &json!("confirmed")));
        assert_eq!(booking["services"][0]["staffId"], json!(shop.meera.id));
    }
    assert_eq!(held(&salon, &shop.meera, "2026-11-16").await, [(path.clone(), "13:00".into(), "13:45".into())]);
    let to = json!({ "bookingDate": "2026-11-18", "startTime": "12:00", "staffId": shop.ravi.id });
    let booking = desk.post(&reschedule, to).await.ok()["booking"].clone();
    assert_eq!(booking["services"][0]["staffId"], json!(shop.ravi.id));
    assert_eq!(held(&salon, &shop.meera, "2026-11-16").await, []);
    assert_eq!(held(&salon, &shop.ravi, "2026-11-18").await.len(), 1);
    let nobody = json!({ "bookingDate": "2026-11-18", "startTime": "12:00", "staffId": "nobody" });
    desk.post(&reschedule, nobody).await.invalid(&["staffId"]);
    let wrong = json!({ "bookingDate": "2026-11-15", "startTime": "09:00", "staffId": "nobody" });
    desk.post(&reschedule, wrong).await.invalid(&["bookingDate", "startTime", "staffId"]);
    desk.post(&reschedule, json!({ "bookingDate": "2026-11-15" })).await.invalid(&["bookingDate", "startTime"]);

    desk.post_empty(&format!("{path}/checkin")).await.ok();
    let to = json!({ "bookingDate": "2026-11-19", "startTime": "12:00" });
    desk.post(&reschedule, to.clone()).await.refused(409, "BOOKING_INVALID_STATUS_TRANSITION");
    desk.post("/api/bookings/nothing/reschedule", to).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn nobody_is_given_a_day_on_which_the_branch_is_shut() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let path = asha.book(shop.cut_tomorrow()).await;
    let closure = Closure {
        id: salon.salon.random.id(),
        branch_id: shop.open.id.clone(),
        date: "2026-11-17".parse().unwrap(),
        reason: "festival".to_owned(),
        created_by: desk.id(),
        created_at: salon.salon.clock.now(),
    };
    salon.put(&closure).await;
    let refused = desk.patch(&path, approve(&shop)).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    assert_eq!(refused["details"]["alternatives"], json!([]));
    assert_eq!(desk.get(&path).await.ok()["booking"]["status"], "pending");
}

fn walk_in(shop: &Shop) -> Value {
    json!({
        "customer": { "name": " Kavya ", "phone": "98765 43210" }, "branchId": shop.open.id, "serviceType": "salon",
        "serviceIds": [shop.cut.id], "staffId": shop.meera.id,
    })
}

#[tokio::test]
async fn a_walk_in_starts_now_confirmed_and_is_recognised_next_time() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = salon.reception().await;
    let booking = desk.post("/api/bookings", walk_in(&shop)).await.created()["booking"].clone();
    assert_eq!((&booking["status"], &booking["isWalkin"]), (&json!("confirmed"), &json!(true)));
    assert_eq!((&booking["bookingDate"], &booking["startTime"]), (&json!("2026-11-16"), &json!("10:00:00")));
    assert_eq!((&booking["customerName"], &booking["customerEmail"]), (&json!("Kavya"), &json!("")));
    assert_eq!(booking["services"][0]["staffId"], json!(shop.meera.id));
    assert_eq!(booking["confirmedAt"], "2026-11-16T04:30:00.000Z");
    assert_eq!(held(&salon, &shop.meera, "2026-11-16").await.len(), 1);

    let again = desk.post("/api/bookings", walk_in(&shop)).await.created()["booking"].clone();
    assert_eq!(again["customerId"], booking["customerId"]);

    // Somebody who has signed up with the number is that customer, if the name says so too.
    let asha = salon.customer("Asha Rao").await;
    let phone = UniqueValue::held_by(&asha.id(), keys::Unique::Phone, "+919876543210");
    salon.put(&phone).await;
    let mut by_name = walk_in(&shop);
    by_name["customer"]["name"] = json!("asha kumar");
    let known = desk.post("/api/bookings", by_name).await.created()["booking"].clone();
    assert_eq!((&known["customerId"], &known["customerName"]), (&json!(asha.id()), &json!("Asha Rao")));

    let mut named = walk_in(&shop);
    named["customer"] = Value::Null;
    named["customerId"] = json!(asha.id());
    named["bookingDate"] = json!("2026-11-20");
    named["startTime"] = json!("15:00");
    let named = desk.post("/api/bookings", named).await.created()["booking"].clone();
    assert_eq!((&named["customerId"], &named["startTime"]), (&json!(asha.id()), &json!("15:00:00")));
    assert_eq!(asha.get("/api/bookings").await.ok()["bookings"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn a_phone_of_somebody_with_another_name_is_confirmed_first() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, squatter) = (salon.reception().await, salon.customer("Sam Squatter").await);
    let sign_up = json!({
        "phone": "9876543210", "dateOfBirth": "1995-04-12", "gender": "female", "marketingConsent": false,
    });
    squatter.post("/api/onboarding/complete", sign_up).await.created();
    let with = |field: &str, value: Value| {
        let mut body = walk_in(&shop);
        body[field] = value;
        body
    };
    let error = desk.post("/api/bookings", walk_in(&shop)).await.refused(409, "CONFLICT");
    assert_eq!(error["details"], json!({ "customer": { "id": squatter.id(), "firstName": "Sam" } }));
    assert_eq!(error["retryable"], false);
    assert_eq!(squatter.get("/api/bookings").await.ok()["bookings"], json!([]));
    let wrong = with("confirmCustomerId", json!("somebody-else"));
    desk.post("/api/bookings", wrong).await.refused(409, "CONFLICT");
    // A fault in the request is told before.
    desk.post("/api/bookings", with("staffId", json!("nobody"))).await.invalid(&["staffId"]);
    desk.post("/api/bookings", with("confirmCustomerId", json!(""))).await.invalid(&["confirmCustomerId"]);

    let confirmed = with("confirmCustomerId", json!(squatter.id()));
    let booking = desk.post("/api/bookings", confirmed).await.created()["booking"].clone();
    assert_eq!(booking["customerId"], json!(squatter.id()));
    let mut nobodys = with("confirmCustomerId", json!(squatter.id()));
    nobodys["customer"]["phone"] = json!("9811111111");
    desk.post("/api/bookings", nobodys).await.invalid(&["confirmCustomerId"]);
}

#[tokio::test]
async fn somebody_whose_phone_another_one_claims_is_booked_as_themselves() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, squatter) = (salon.reception().await, salon.customer("Sam Squatter").await);
    let sign_up = json!({
        "phone": "9876543210", "dateOfBirth": "1995-04-12", "gender": "female", "marketingConsent": false,
    });
    squatter.post("/api/onboarding/complete", sign_up).await.created();
    let named = |name: &str, is_new: bool| {
        let mut body = walk_in(&shop);
        body["customer"]["name"] = json!(name);
        body["confirmNewCustomer"] = json!(is_new);
        body
    };
    desk.post("/api/bookings", named("Kavya", false)).await.refused(409, "CONFLICT");
    let mut both = named("Kavya", true);
    both["confirmCustomerId"] = json!(squatter.id());
    desk.post("/api/bookings", both).await.invalid(&["confirmNewCustomer"]);

    let kavya = desk.post("/api/bookings", named("Kavya Rao", true)).await.created()["booking"].clone();
    assert_ne!(kavya["customerId"], json!(squatter.id()));
    assert_eq!(kavya["customerName"], "Kavya Rao");
    assert_eq!(squatter.get("/api/bookings").await.ok()["bookings"], json!([]));
    // From then on the name tells the two apart.
    let again = desk.post("/api/bookings", walk_in(&shop)).await.created()["booking"].clone();
    assert_eq!(again["customerId"], kavya["customerId"]);
    let sam = desk.post("/api/bookings", named("Sam", false)).await.created()["booking"].clone();
    assert_eq!(sam["customerId"], json!(squatter.id()));
    let error = desk.post("/api/bookings", named("Zoya", false)).await.refused(409, "CONFLICT");
    assert_eq!(error["details"]["customer"]["id"], json!(squatter.id()));

    // A phone that two of a family share: the last one it was written down for is found by it.
    let tara = desk.post("/api/bookings", named("Tara Rao", true)).await.created()["booking"].clone();
    assert_ne!(tara["customerId"], kavya["customerId"]);
    let found = desk.post("/api/bookings", named("Tara", false)).await.created()["booking"].clone();
    assert_eq!(found["customerId"], tara["customerId"]);
    // If nobody has the phone there is nothing to confirm.
    let mut alone = named("Mira", true);
    alone["customer"]["phone"] = json!("9811111111");
    desk.post("/api/bookings", alone).await.created();
}

#[tokio::test]
async fn the_desk_books_no_further_ahead_than_anybody() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = salon.reception().await;
    let on = |date: &str| {
        let mut body = walk_in(&shop);
        body["bookingDate"] = json!(date);
        body["startTime"] = json!("12:00");
        body
    };
    desk.post("/api/bookings", on("2027-12-22")).await.invalid(&["bookingDate"]);
    desk.post("/api/bookings", on("9999-12-31")).await.invalid(&["bookingDate"]);
    let id = desk.post("/api/bookings", on("2027-12-21")).await.created()["booking"]["id"].clone();
    let moved = json!({ "bookingDate": "2027-12-22", "startTime": "12:00" });
    let path = format!("/api/bookings/{}/reschedule", id.as_str().unwrap());
    desk.post(&path, moved).await.invalid(&["bookingDate"]);
}

#[tokio::test]
async fn the_same_new_number_at_two_desks_is_one_person() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = salon.reception().await;
    // Four people at work, so that only the number is contended.
    let mut requests = Vec::new();
    for name in ["Meera", "Ravi", "Tara", "Dev"] {
        let mut request = walk_in(&shop);
        request["staffId"] = json!(salon.staff(name, &[&shop.open], &[&shop.cut]).await.id);
        requests.push(request);
    }
    let replies = join_all(requests.into_iter().map(|request| desk.post("/api/bookings", request))).await;
    let mut people: Vec<Value> = replies.iter().map(|reply| reply.created()["booking"]["customerId"].clone()).collect();
    people.dedup();
    assert_eq!(people.len(), 1);
    let once = desk.clone().once("walk-in-1");
    let replies = join_all((0..4).map(|_| once.post("/api/bookings", walk_in(&shop)))).await;
    assert!(replies.iter().all(|reply| reply.status == 201 && reply.bytes == replies[0].bytes));
}

#[tokio::test]
async fn every_bad_field_of_a_walk_in_is_named() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = salon.reception().await;
    desk.post("/api/bookings", json!({})).await.invalid(&[
        "customerId",
        "branchId",
        "serviceType",
        "serviceIds",
        "staffId",
    ]);
    let mut empty = walk_in(&shop);
    empty["serviceIds"] = json!([]);
    empty["notes"] = json!("x".repeat(501));
    desk.post("/api/bookings", empty).await.invalid(&["serviceIds", "notes"]);
    let mut nobody = walk_in(&shop);
    nobody["customer"] = Value::Null;
    desk.post("/api/bookings", nobody.clone()).await.invalid(&["customerId"]);
    nobody["customerId"] = json!("nobody");
    nobody["staffId"] = json!("nobody");
    nobody["branchId"] = json!("nowhere");
    nobody["serviceIds"] = json!(["nothing"]);
    nobody["bookingDate"] = json!("2026-11-15");
    desk.post("/api/bookings", nobody).await.invalid(&[
        "customerId",
        "staffId",
        "branchId",
        "serviceIds",
        "bookingDate",
    ]);
    let mut bad = walk_in(&shop);
    bad["customer"] = json!({ "name": "", "phone": "12" });
    desk.post("/api/bookings", bad).await.invalid(&["customer.name", "customer.phone"]);
    let mut both = walk_in(&shop);
    both["customerId"] = json!("x");
    desk.post("/api/bookings", both).await.invalid(&["customer"]);
    let mut timeless = walk_in(&shop);
    timeless["bookingDate"] = json!("2026-11-20");
    desk.post("/api/bookings", timeless.clone()).await.invalid(&["startTime"]);
    timeless["startTime"] = json!("09:00");
    desk.post("/api/bookings", timeless).await.invalid(&["startTime"]);
}

#[tokio::test]
async fn the_forms_offer_what_can_be_chosen_now() {
    let (salon, shop) = TestSalon::with_shop().await;
    salon.put(&StaffMember { is_active: false, ..shop.ravi.clone() }).await;
    let data = salon.reception().await.get("/api/lookups").await.ok();
    assert_eq!(data["branches"][0], json!({ "id": shop.open.id, "name": "Parlour BLR", "code": "BLR" }));
    assert_eq!(data["staff"].as_array().map(Vec::len), Some(1));
    assert_eq!(data["staff"][0]["displayName"], "Meera");
    assert_eq!(data["staff"][0]["branchIds"], json!([shop.open.id, shop.staffed.id]));
    let expected = json!({
        "id": shop.cut.id, "name": "Cut", "serviceType": "salon", "pricePaise": 50_000, "durationMinutes": 45,
    });
    assert!(data["services"].as_array().unwrap().contains(&expected));
}

#[tokio::test]
async fn a_walk_in_is_booked_for_an_active_customer_and_nobody_else() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = salon.reception().await;
    let gone = salon.user("Asha", Role::Customer).await;
    salon.put(&User { is_active: false, ..gone.clone() }).await;
    let staff = salon.user("Meera", Role::Staff).await;
    let request = |who: Value| {
        let mut request = shop.request(&shop.open, &[&shop.cut], "2026-11-17", "12:00");
        request["staffId"] = json!(shop.meera.id);
        request.as_object_mut().unwrap().extend(who.as_object().unwrap().clone());
        request
    };
    for id in [&gone.id, &staff.id] {
        desk.post("/api/bookings", request(json!({ "customerId": id }))).await.invalid(&["customerId"]);
    }
    // A phone that only somebody has who is suspended is somebody new's where the desk says so.
    let described = json!({ "customer": { "name": "Usha", "phone": "9876543210" } });
    let first = desk.post("/api/bookings", request(described.clone())).await.created()["booking"]["customerId"].clone();
    let id = UserId::from(first.as_str().unwrap());
    let usha = salon.stored::<User>(&keys::user(&id)).await.unwrap().record;
    salon.put(&User { is_active: false, ..usha }).await;
    let later = |mut request: Value, start: &str| {
        request["startTime"] = json!(start);
        request
    };
    let mut second = later(request(described.clone()), "14:00");
    desk.post("/api/bookings", second.clone()).await.refused(409, "CONFLICT");
    second["confirmNewCustomer"] = json!(true);
    let second = desk.post("/api/bookings", second).await.created();
    assert_ne!(second["booking"]["customerId"], first);
    let third = desk.post("/api/bookings", later(request(described), "16:00")).await.created();
    assert_eq!(third["booking"]["customerId"], second["booking"]["customerId"]);
}
