//! Appointments that repeat: booked together, each an ordinary booking; moved and cancelled from a day on.

mod changes;
mod proofs;

use crate::dry_run::everything;
use futures::future::join_all;
use parlour_booking::repeats::{Repeat, RepeatState};
use parlour_booking::slots::Closure;
use parlour_booking::slots::ledger::DayLedger;
use parlour_senders::Channel;
use parlour_setup::branches::Branch;
use parlour_setup::catalogue::Service;
use parlour_storage::outbox::Task;
use parlour_storage::table::keys;
use parlour_tests::counts::{killed_at, rounds};
use parlour_tests::wire::Fault;
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::id::RepeatId;
use parlour_values::role::Role;
use parlour_values::time::IstDate;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const FIRST: &str = "2026-11-17";

fn date(text: &str) -> IstDate {
    text.parse().unwrap()
}

/// A cut with Meera at noon, every four weeks, four times.
fn cuts(shop: &Shop, branch: &Branch, customer: &Client<'_>) -> Value {
    json!({
        "customerId": customer.id(), "branchId": branch.id, "serviceType": "salon",
        "services": [{ "serviceId": shop.cut.id, "staffId": shop.meera.id }],
        "firstDate": FIRST, "startTime": "12:00", "everyWeeks": 4, "count": 4,
    })
}

const DATES: [&str; 4] = ["2026-11-17", "2026-12-15", "2027-01-12", "2027-02-09"];

fn with(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

fn path(repeat: &Value) -> String {
    format!("/api/repeats/{}", repeat["id"].as_str().unwrap())
}

async fn made(desk: &Client<'_>, body: Value) -> Value {
    desk.post("/api/repeats", body).await.created()["repeat"].clone()
}

/// `date start` of every occurrence, with why it is not booked or not moved.
fn listed(repeat: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    repeat["occurrences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            format!("{} {} {}", text(&one["date"]), text(&one["startTime"]), text(&one["reason"])).trim().to_owned()
        })
        .collect()
}

fn at(dates: &[&str], start: &str) -> Vec<String> {
    dates.iter().map(|date| format!("{date} {start}")).collect()
}

/// The bookings of a repeat as the desk sees each.
async fn bookings(desk: &Client<'_>, repeat: &Value) -> Vec<Value> {
    let mut found = Vec::new();
    for one in repeat["occurrences"].as_array().unwrap() {
        if let Some(id) = one["bookingId"].as_str() {
            found.push(desk.get(&format!("/api/bookings/{id}")).await.ok()["booking"].clone());
        }
    }
    found
}

/// A booking of Meera's at noon.
async fn taken(salon: &TestSalon, shop: &Shop, desk: &Client<'_>, day: &str) {
    let somebody = salon.customer("Somebody").await;
    let walk_in = json!({
        "customerId": somebody.id(), "branchId": shop.staffed.id, "serviceType": "salon", "serviceIds": [shop.cut.id],
        "staffId": shop.meera.id, "bookingDate": day, "startTime": "12:00",
    });
    desk.post("/api/bookings", walk_in).await.created();
}

async fn head(salon: &TestSalon, repeat: &Value) -> Repeat {
    let id = RepeatId::from(repeat["id"].as_str().unwrap());
    salon.stored::<Repeat>(&keys::repeat(&id)).await.unwrap().record
}

#[tokio::test]
async fn each_appointment_is_an_ordinary_confirmed_booking_that_names_its_repeat() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let repeat = made(&desk, cuts(&shop, &shop.staffed, &asha)).await;
    assert_eq!((repeat["state"].as_str(), listed(&repeat)), (Some("made"), at(&DATES, "12:00")));
    assert_eq!((repeat["everyWeeks"].as_u64(), repeat["onConflict"].as_str()), (Some(4), Some("refuse")));
    let bookings = bookings(&desk, &repeat).await;
    assert_eq!(bookings.len(), 4);
    for (booking, day) in bookings.iter().zip(DATES) {
        assert_eq!(booking["repeatId"], repeat["id"]);
        assert_eq!((booking["status"].as_str(), booking["bookingDate"].as_str()), (Some("confirmed"), Some(day)));
        assert_eq!(booking["services"][0]["staffId"], json!(shop.meera.id));
        assert_eq!(salon.day_of(&shop.meera, date(day)).await.busy().len(), 1);
    }
    let own = asha.get("/api/bookings").await.ok();
    assert_eq!(own["bookings"].as_array().unwrap().len(), 4);
    assert_eq!(own["bookings"][0]["repeatId"], repeat["id"]);
    assert_eq!(listed(&desk.get(&path(&repeat)).await.ok()["repeat"]), at(&DATES, "12:00"));
    desk.get("/api/repeats/unknown").await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn one_message_tells_of_all_and_each_is_reminded_of() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let meera = salon.signed_in_as(&shop.meera).await;
    made(&desk, cuts(&shop, &shop.staffed, &asha)).await;
    salon.deliver().await;
    let emails = salon.sent(Channel::Email);
    assert_eq!(emails.len(), 1, "{emails:?}");
    assert_eq!(emails[0].kind.as_str(), "booking_confirmed");
    for day in ["17 Nov 2026", "15 Dec 2026", "12 Jan 2027", "9 Feb 2027"] {
        assert!(emails[0].body.contains(day), "{day} in {}", emails[0].body);
    }
    for reader in [&asha, &meera] {
        let feed = reader.get("/api/notifications").await.ok();
        assert_eq!(feed["notifications"].as_array().unwrap().len(), 1, "{feed}");
    }
    for day in DATES {
        salon.set_clock(&format!("{}T12:00:00+05:30", date(day).minus_days(1)));
        salon.job("appointment-reminders", json!({})).await;
    }
    let reminders = salon.sent(Channel::Email).into_iter().filter(|email| email.kind.as_str() == "reminder_24h");
    assert_eq!(reminders.count(), 4);
}

#[tokio::test]
async fn a_conflict_refuses_all_unless_it_is_to_be_skipped_or_nearby() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    taken(&salon, &shop, &desk, DATES[1]).await;
    let body = cuts(&shop, &shop.staffed, &asha);
    let before = everything(&salon).await;
    let refused = desk.post("/api/repeats", body.clone()).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    assert_eq!(everything(&salon).await, before, "nothing is written");
    let occurrences = &refused["details"]["occurrences"];
    assert_eq!(occurrences.as_array().unwrap().len(), 4);
    assert_eq!((occurrences[1]["reason"].as_str(), &occurrences[1]["bookingId"]), (Some("booked"), &Value::Null));
    let slot = |start: &str, end: &str| json!({ "startTime": start, "endTime": end });
    let nearby = json!([slot("11:00", "11:30"), slot("13:00", "13:30"), slot("10:30", "11:00")]);
    assert_eq!(occurrences[1]["alternatives"], nearby);
    assert_eq!(occurrences[0].get("reason"), None);

    let dry = desk.post("/api/repeats?dryRun=true", body.clone()).await.created()["repeat"].clone();
    let mut expected = at(&DATES, "12:00");
    expected[1].push_str(" booked");
    assert_eq!((listed(&dry), &dry["occurrences"][1]["alternatives"]), (expected.clone(), &nearby));
    assert_eq!(everything(&salon).await, before, "nor by the dry run");

    let skipped = made(&desk, with(body.clone(), "onConflict", json!("skip"))).await;
    assert_eq!((listed(&skipped), bookings(&desk, &skipped).await.len()), (expected, 3));
    assert_eq!(listed(&desk.get(&path(&skipped)).await.ok()["repeat"])[1], format!("{} 12:00 booked", DATES[1]));
    desk.delete(&format!("{}?from={FIRST}", path(&skipped))).await.ok();

    let near = made(&desk, with(body, "onConflict", json!("nearest"))).await;
    let mut expected = at(&DATES, "12:00");
    expected[1] = format!("{} 11:00", DATES[1]);
    assert_eq!((listed(&near), bookings(&desk, &near).await.len()), (expected, 4), "of equals the earlier");
}

#[tokio::test]
async fn a_closed_day_is_a_conflict_at_an_open_branch_and_a_taken_time_is_not() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let first = made(&desk, cuts(&shop, &shop.open, &asha)).await;
    let second = made(&desk, cuts(&shop, &shop.open, &asha)).await;
    assert_eq!((bookings(&desk, &first).await.len(), bookings(&desk, &second).await.len()), (4, 4), "recorded");
    let closed = json!({ "branchId": shop.open.id, "date": "2026-12-22", "reason": "Festival" });
    manager.post("/api/schedule/closures", closed).await.created();
    let body =
        with(with(cuts(&shop, &shop.open, &asha), "firstDate", json!("2026-12-22")), "onConflict", json!("skip"));
    let repeat = made(&desk, body).await;
    assert_eq!(listed(&repeat)[0], "2026-12-22 12:00 closed");
    assert_eq!(bookings(&desk, &repeat).await.len(), 3);
}

#[tokio::test]
async fn what_cannot_be_is_told_at_its_field() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let body = cuts(&shop, &shop.staffed, &asha);
    for (field, value) in [
        ("customerId", json!("nobody")),
        ("branchId", json!("nowhere")),
        ("startTime", json!("09:30")),
        ("startTime", json!("20:30")),
        ("firstDate", json!("2026-11-15")),
        ("everyWeeks", json!(0)),
        ("everyWeeks", json!(13)),
        ("count", json!(1)),
        ("count", json!(27)),
        ("onConflict", json!("perhaps")),
        ("services", json!([])),
    ] {
        desk.post("/api/repeats", with(body.clone(), field, value)).await.invalid(&[field]);
    }
    let far = with(with(body.clone(), "everyWeeks", json!(12)), "count", json!(6));
    desk.post("/api/repeats", far).await.invalid(&["count"]);
    desk.post("/api/repeats", with(body.clone(), "firstDate", json!("2026-11-16"))).await.created();
    let past = with(with(body.clone(), "firstDate", json!("2026-11-16")), "startTime", json!("10:00"));
    desk.post("/api/repeats", past).await.invalid(&["startTime"]);
    let service = |service: &str, staff: &str| json!([{ "serviceId": service, "staffId": staff }]);
    let nobody = service(shop.cut.id.as_str(), "nobody");
    desk.post("/api/repeats", with(body.clone(), "services", nobody)).await.invalid(&["services[0].staffId"]);
    let nothing = service("nothing", shop.meera.id.as_str());
    desk.post("/api/repeats", with(body.clone(), "services", nothing)).await.invalid(&["services"]);
    let spa = service(shop.massage.id.as_str(), shop.meera.id.as_str());
    desk.post("/api/repeats", with(body.clone(), "services", spa)).await.invalid(&["serviceType", "services"]);
    let unable = with(body, "services", service(shop.massage.id.as_str(), shop.ravi.id.as_str()));
    let unable = with(unable, "serviceType", json!("spa"));
    desk.post("/api/repeats", unable.clone()).await.refused(422, "BUSINESS_RULE_VIOLATION");
    let open = with(unable, "branchId", json!(shop.open.id));
    desk.post("/api/repeats", open).await.created();
}

#[tokio::test]
async fn a_branch_without_a_room_of_the_group_makes_none_of_them() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    salon.put(&Service { needs: vec!["basin".to_owned()], ..shop.cut.clone() }).await;
    for on_conflict in ["refuse", "skip", "nearest"] {
        let body = with(cuts(&shop, &shop.staffed, &asha), "onConflict", json!(on_conflict));
        desk.post("/api/repeats", body).await.invalid(&["services"]);
    }
    // Under `open` it is not checked.
    desk.post("/api/repeats", cuts(&shop, &shop.open, &asha)).await.created();
    let basin = json!({ "branchId": shop.staffed.id, "name": "Basin 1", "group": "basin" });
    manager.post("/api/resources", basin).await.created();
    let body = with(cuts(&shop, &shop.staffed, &asha), "startTime", json!("15:00"));
    desk.post("/api/repeats", body).await.created();
}

#[tokio::test]
async fn the_desk_makes_reads_moves_and_cancels_them_and_nobody_below() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let repeat = made(&desk, cuts(&shop, &shop.staffed, &asha)).await;
    let (path, staff) = (path(&repeat), salon.person("Tara", Role::Staff).await);
    staff.post("/api/repeats", cuts(&shop, &shop.staffed, &asha)).await.refused(403, "FORBIDDEN");
    staff.get(&path).await.refused(403, "FORBIDDEN");
    staff.patch(&path, json!({ "from": FIRST, "startTime": "13:00" })).await.refused(403, "FORBIDDEN");
    staff.delete(&format!("{path}?from={FIRST}")).await.refused(403, "FORBIDDEN");
    for unknown in ["/api/repeats/unknown"] {
        desk.patch(unknown, json!({ "from": FIRST, "startTime": "13:00" })).await.refused(404, "NOT_FOUND");
        desk.delete(&format!("{unknown}?from={FIRST}")).await.refused(404, "NOT_FOUND");
    }
    desk.delete(&path).await.invalid(&["from"]);
    desk.patch(&path, json!({ "from": FIRST })).await.invalid(&["startTime"]);
}

#[tokio::test]
async fn several_services_have_a_person_each_one_after_the_other() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let services = json!([
        { "serviceId": shop.cut.id, "staffId": shop.ravi.id }, { "serviceId": shop.colour.id, "staffId": shop.meera.id },
    ]);
    let repeat = made(&desk, with(cuts(&shop, &shop.staffed, &asha), "services", services)).await;
    let booking = &bookings(&desk, &repeat).await[3];
    let times: Vec<(&str, &str)> = booking["services"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["startTime"].as_str().unwrap(), one["endTime"].as_str().unwrap()))
        .collect();
    assert_eq!(times, [("12:00:00", "12:45:00"), ("12:45:00", "14:15:00")]);
    assert_eq!(salon.day_of(&shop.ravi, date(DATES[3])).await.busy().len(), 1);
    let swapped = json!({ "from": DATES[3], "services": [
        { "serviceId": shop.cut.id, "staffId": shop.meera.id }, { "serviceId": shop.colour.id, "staffId": shop.meera.id },
    ] });
    desk.patch(&path(&repeat), swapped).await.ok();
    assert_eq!(salon.day_of(&shop.ravi, date(DATES[3])).await.busy().len(), 0);
    assert_eq!(salon.day_of(&shop.ravi, date(DATES[2])).await.busy().len(), 1);
}

#[tokio::test]
async fn the_same_key_answers_the_same_and_makes_them_once() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let desk = salon.reception().await.once("repeat");
    let body = cuts(&shop, &shop.staffed, &asha);
    let first = made(&desk, body.clone()).await;
    assert_eq!(made(&desk, body.clone()).await, first);
    let other = with(body.clone(), "startTime", json!("15:00"));
    desk.post("/api/repeats", other).await.refused(409, "CONFLICT");
    assert_eq!(asha.get("/api/bookings").await.ok()["bookings"].as_array().unwrap().len(), 4);
    // A day later the key begins anew.
    salon.set_clock("2026-11-17T11:00:00+05:30");
    let refused = desk.post("/api/repeats", body).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    assert_eq!(refused["details"]["occurrences"].as_array().unwrap().len(), 4);
}

#[tokio::test]
async fn a_closed_day_and_a_day_on_leave_say_why() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let mut leave = DayLedger::empty(shop.meera.id.clone(), date(DATES[1]));
    leave.give_leave("leave".into());
    salon.put(&leave).await;
    let closure = Closure {
        id: salon.salon.random.id(),
        branch_id: shop.staffed.id.clone(),
        date: date(DATES[2]),
        reason: "festival".to_owned(),
        created_by: desk.id(),
        created_at: salon.salon.clock.now(),
    };
    salon.put(&closure).await;
    let repeat = made(&desk, with(cuts(&shop, &shop.staffed, &asha), "onConflict", json!("nearest"))).await;
    let reasons: Vec<&Value> = repeat["occurrences"].as_array().unwrap().iter().map(|one| &one["reason"]).collect();
    assert_eq!(reasons, [&Value::Null, &json!("on_leave"), &json!("closed"), &Value::Null]);
}
