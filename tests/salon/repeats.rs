//! Appointments that repeat: booked together, each an ordinary booking; moved and cancelled from a day on.

use std::collections::BTreeMap;

use futures::future::join_all;
use parlour_booking::repeats::{Repeat, RepeatState};
use parlour_booking::slots::Closure;
use parlour_booking::slots::ledger::DayLedger;
use parlour_people::staff::StaffMember;
use parlour_senders::Channel;
use parlour_setup::branches::Branch;
use parlour_storage::outbox::Task;
use parlour_storage::table::keys;
use parlour_tests::counts::rounds;
use parlour_tests::wire::Fault;
use parlour_tests::{Client, Shop, TestSalon};
use parlour_values::id::RepeatId;
use parlour_values::role::Role;
use parlour_values::time::IstDate;
use serde_json::{Value, json};

use crate::dry_run::everything;

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
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
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
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let meera = salon.person("Meera", Role::Staff).await;
    salon.put(&StaffMember { user_id: Some(meera.id()), ..shop.meera.clone() }).await;
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
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
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
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
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
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
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
async fn the_desk_makes_reads_moves_and_cancels_them_and_nobody_below() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
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
async fn cancelling_the_following_leaves_those_before_and_what_has_begun() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let repeat = made(&desk, cuts(&shop, &shop.staffed, &asha)).await;
    salon.deliver().await;
    let before = everything(&salon).await;
    let after = desk.delete(&format!("{}?from={}", path(&repeat), DATES[2])).await.ok()["repeat"].clone();
    let statuses = |repeat: &Value| -> Vec<String> {
        let all = repeat["occurrences"].as_array().unwrap().iter();
        all.map(|one| one["status"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(statuses(&after), ["confirmed", "confirmed", "cancelled", "cancelled"]);
    assert_eq!(after["state"], "made");
    let now = everything(&salon).await;
    for day in &DATES[..2] {
        let id = head(&salon, &repeat).await.booking_id(date(day));
        for key in
            [keys::booking(&id), keys::customer_booking(&asha.id(), &id), keys::staff_day(&shop.meera.id, date(day))]
        {
            let key = (key.pk, key.sk);
            assert_eq!((before.contains_key(&key), before.get(&key)), (true, now.get(&key)), "{key:?}");
        }
    }
    for day in &DATES[2..] {
        assert_eq!(salon.day_of(&shop.meera, date(day)).await.busy().len(), 0);
    }
    salon.deliver().await;
    let told = salon.sent(Channel::Email).into_iter().filter(|email| email.kind.as_str() == "booking_cancelled");
    let told: Vec<_> = told.collect();
    assert_eq!(told.len(), 1);
    assert!(told[0].body.contains("12 Jan 2027") && told[0].body.contains("9 Feb 2027"));
    assert!(!told[0].body.contains("15 Dec 2026"));

    // The first has begun: it stays, whatever is cancelled.
    salon.set_clock(&format!("{FIRST}T12:00:00+05:30"));
    let after = desk.delete(&format!("{}?from=2026-01-01", path(&repeat))).await.ok()["repeat"].clone();
    assert_eq!(statuses(&after), ["confirmed", "cancelled", "cancelled", "cancelled"]);
    assert_eq!(after["state"], "cancelled");
    let again = desk.delete(&format!("{}?from=2026-01-01", path(&repeat))).await.ok()["repeat"].clone();
    assert_eq!(again, after, "once more changes nothing");
}

#[tokio::test]
async fn the_following_move_to_another_time_and_those_before_stay_byte_for_byte() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let repeat = made(&desk, cuts(&shop, &shop.staffed, &asha)).await;
    salon.deliver().await;
    let before = everything(&salon).await;
    let moved = json!({ "from": DATES[1], "startTime": "12:30" });
    let dry = desk.patch(&format!("{}?dryRun=true", path(&repeat)), moved.clone()).await.ok()["repeat"].clone();
    assert_eq!(everything(&salon).await, before);
    let after = desk.patch(&path(&repeat), moved.clone()).await.ok()["repeat"].clone();
    let mut expected = at(&DATES, "12:30");
    expected[0] = format!("{FIRST} 12:00");
    assert_eq!((listed(&dry), listed(&after)), (expected.clone(), expected));
    assert_eq!(dry, after);
    let id = head(&salon, &repeat).await.booking_id(date(FIRST));
    let now = everything(&salon).await;
    for key in [keys::booking(&id), keys::staff_day(&shop.meera.id, date(FIRST))] {
        let key = (key.pk, key.sk);
        assert_eq!(before.get(&key), now.get(&key), "{key:?}");
    }
    for day in &DATES[1..] {
        let busy = salon.day_of(&shop.meera, date(day)).await;
        assert_eq!(busy.busy().len(), 1, "{day}");
        assert_eq!(busy.busy()[0].hold().start.to_string(), "12:30");
    }
    salon.deliver().await;
    let told = salon.sent(Channel::Email).into_iter().filter(|email| email.kind.as_str() == "booking_rescheduled");
    assert_eq!(told.count(), 1);

    let given = desk.patch(&path(&repeat), json!({ "from": DATES[2], "staffId": shop.ravi.id })).await.ok();
    let people: Vec<Value> =
        bookings(&desk, &given["repeat"]).await.iter().map(|one| one["services"][0]["staffId"].clone()).collect();
    let (meera, ravi) = (json!(shop.meera.id), json!(shop.ravi.id));
    assert_eq!(people, [meera.clone(), meera, ravi.clone(), ravi]);
    assert_eq!(salon.day_of(&shop.meera, date(DATES[3])).await.busy().len(), 0);
}

#[tokio::test]
async fn another_rhythm_counts_from_its_day_and_the_number_stays() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let weekly = with(with(cuts(&shop, &shop.staffed, &asha), "everyWeeks", json!(1)), "count", json!(5));
    let repeat = made(&desk, weekly).await;
    // Each second one goes where another still is.
    let after =
        desk.patch(&path(&repeat), json!({ "from": "2026-11-24", "everyWeeks": 2 })).await.ok()["repeat"].clone();
    let spread = ["2026-11-17", "2026-11-24", "2026-12-08", "2026-12-22", "2027-01-05"];
    assert_eq!((listed(&after), after["everyWeeks"].as_u64()), (at(&spread, "12:00"), Some(2)));
    let after =
        desk.patch(&path(&repeat), json!({ "from": "2026-11-24", "everyWeeks": 1 })).await.ok()["repeat"].clone();
    let close = ["2026-11-17", "2026-11-24", "2026-12-01", "2026-12-08", "2026-12-15"];
    assert_eq!(listed(&after), at(&close, "12:00"));
    let after =
        desk.patch(&path(&repeat), json!({ "from": "2026-11-25", "everyWeeks": 1, "startTime": "15:00" })).await;
    let mut expected = at(&close[..2], "12:00");
    expected.extend(at(&["2026-11-25", "2026-12-02", "2026-12-09"], "15:00"));
    assert_eq!(listed(&after.ok()["repeat"]), expected);
    salon.no_double_bookings(date(FIRST), 60).await;
    let far = json!({ "from": "2027-10-20", "everyWeeks": 12 });
    let kept = listed(&desk.patch(&path(&repeat), far).await.ok()["repeat"]);
    assert_eq!(kept, expected, "none is that far ahead");
    desk.patch(&path(&repeat), json!({ "from": "2026-11-15", "everyWeeks": 2 })).await.invalid(&["from"]);
}

#[tokio::test]
async fn a_move_meets_conflicts_as_was_said_when_they_were_made() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    taken(&salon, &shop, &desk, DATES[2]).await;
    for (on_conflict, expected) in [("refuse", None), ("skip", Some("15:00 booked")), ("nearest", Some("11:00"))] {
        let body = with(
            with(cuts(&shop, &shop.staffed, &asha), "startTime", json!("15:00")),
            "onConflict",
            json!(on_conflict),
        );
        let repeat = made(&desk, body).await;
        let before = everything(&salon).await;
        let moved = desk.patch(&path(&repeat), json!({ "from": FIRST, "startTime": "12:00" })).await;
        match expected {
            None => {
                let refused = moved.refused(409, "BOOKING_SLOT_UNAVAILABLE");
                assert_eq!(refused["details"]["occurrences"][2]["reason"], "booked");
                assert_eq!(everything(&salon).await, before);
            }
            Some(third) => {
                let mut expected = at(&DATES, "12:00");
                expected[2] = format!("{} {third}", DATES[2]);
                let after = moved.ok()["repeat"].clone();
                assert_eq!(listed(&after), expected, "{on_conflict}");
                assert_eq!(bookings(&desk, &after).await.len(), 4, "what is skipped stays");
            }
        }
        desk.delete(&format!("{}?from={FIRST}", path(&repeat))).await.ok();
    }
}

#[tokio::test]
async fn a_move_that_cannot_be_is_told_at_its_field() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let repeat = made(&desk, cuts(&shop, &shop.staffed, &asha)).await;
    let path = path(&repeat);
    let from = |more: Value| {
        let mut body = json!({ "from": FIRST });
        body.as_object_mut().unwrap().append(&mut more.as_object().unwrap().clone());
        body
    };
    desk.patch(&path, from(json!({ "startTime": "09:00" }))).await.invalid(&["startTime"]);
    desk.patch(&path, from(json!({ "staffId": "nobody" }))).await.invalid(&["services[0].staffId"]);
    desk.patch(&path, from(json!({ "everyWeeks": 13 }))).await.invalid(&["everyWeeks"]);
    let other = json!({ "services": [{ "serviceId": shop.colour.id, "staffId": shop.ravi.id }] });
    desk.patch(&path, from(other)).await.invalid(&["services"]);
    let both = json!({ "staffId": shop.ravi.id, "services": [{ "serviceId": shop.cut.id, "staffId": shop.ravi.id }] });
    desk.patch(&path, from(both)).await.invalid(&["services"]);
    let own = json!({ "services": [{ "serviceId": shop.cut.id, "staffId": shop.ravi.id }] });
    desk.patch(&path, from(own)).await.ok();
    let far = json!({ "from": "2027-02-09", "everyWeeks": 1 });
    desk.patch(&path, far).await.ok();
    salon.put(&StaffMember { service_ids: vec![], ..shop.meera.clone() }).await;
    desk.patch(&path, from(json!({ "staffId": shop.meera.id }))).await.refused(422, "BUSINESS_RULE_VIOLATION");
}

#[tokio::test]
async fn what_was_moved_on_its_own_stays_and_what_was_left_out_has_another_chance() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    taken(&salon, &shop, &desk, DATES[3]).await;
    let repeat = made(&desk, with(cuts(&shop, &shop.staffed, &asha), "onConflict", json!("skip"))).await;
    let second = repeat["occurrences"][1]["bookingId"].as_str().unwrap();
    let own = json!({ "bookingDate": "2026-12-16", "startTime": "17:00" });
    desk.post(&format!("/api/bookings/{second}/reschedule"), own).await.ok();
    let third = repeat["occurrences"][2]["bookingId"].as_str().unwrap();
    desk.post(&format!("/api/bookings/{third}/cancel"), json!({ "reason": "Away" })).await.ok();
    let after = desk.patch(&path(&repeat), json!({ "from": FIRST, "startTime": "13:00" })).await.ok()["repeat"].clone();
    let expected = ["2026-11-17 13:00", "2026-12-16 17:00", "2027-01-12 12:00", "2027-02-09 13:00"];
    assert_eq!(listed(&after), expected);
    assert!(after["occurrences"][3]["bookingId"].is_string());
    assert_eq!(after["occurrences"][2]["status"], "cancelled");
    desk.delete(&format!("{}?from=2026-12-01", path(&repeat))).await.ok();
    let after = desk.get(&path(&repeat)).await.ok()["repeat"].clone();
    assert_eq!(after["occurrences"][1]["status"], "cancelled", "it is cancelled with the others");
}

#[tokio::test]
async fn several_services_have_a_person_each_one_after_the_other() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
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
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
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

/// What stands in the end: the times of a customer's bookings that are not cancelled, and how many mails they got.
async fn outcome(salon: &TestSalon, asha: &Client<'_>) -> (Vec<String>, usize) {
    let own = asha.get("/api/bookings").await.ok();
    let open = own["bookings"].as_array().unwrap().iter().filter(|one| one["status"] == "confirmed");
    let mut times: Vec<String> = open
        .map(|one| format!("{} {}", one["bookingDate"].as_str().unwrap(), &one["startTime"].as_str().unwrap()[..5]))
        .collect();
    times.sort();
    let address = &asha.user.as_ref().unwrap().email;
    (times, salon.sent(Channel::Email).iter().filter(|email| email.to == *address).count())
}

/// The queue looks a minute later, and delivers what it finds.
async fn later(salon: &TestSalon) {
    let now = salon.salon.clock.now();
    salon.salon.clock.set(now.plus(chrono::TimeDelta::minutes(2)));
    salon.deliver().await;
}

const WEEKS: [&str; 3] = ["2026-12-01", "2026-12-08", "2026-12-15"];

/// Every week from 1 December on.
fn weekly(shop: &Shop, asha: &Client<'_>, count: usize) -> Value {
    let body = with(cuts(shop, &shop.staffed, asha), "firstDate", json!(WEEKS[0]));
    with(with(body, "everyWeeks", json!(1)), "count", json!(count))
}

#[tokio::test]
async fn whoever_is_killed_at_any_call_is_carried_on_by_a_repeat_of_the_call_or_by_the_queue() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    for (fault, by_queue) in [(Fault::KillBefore, false), (Fault::KillAfter, false), (Fault::KillAfter, true)] {
        for call in 0.. {
            let asha = salon.customer("Asha").await;
            let desk = salon.reception().await.once("repeat");
            let body = weekly(&shop, &asha, 2);
            salon.wire.fail(move |number, _| (number == call).then_some(fault));
            let killed = salon.wire.unless_killed(desk.post("/api/repeats", body.clone())).await.is_none();
            salon.wire.reset();
            if by_queue {
                later(&salon).await;
                let heads = heads(&salon).await;
                let is_at_rest = |head: &Repeat| matches!(head.state, RepeatState::Made | RepeatState::Cancelled);
                assert!(heads.iter().all(is_at_rest), "{fault:?} {call}: {heads:?}");
            }
            let answered = made(&desk, body.clone()).await;
            assert_eq!(made(&desk, body).await, answered);
            assert_eq!(listed(&answered), at(&WEEKS[..2], "12:00"), "{fault:?} {call}");
            later(&salon).await;
            let expected = (at(&WEEKS[..2], "12:00"), 1);
            assert_eq!(outcome(&salon, &asha).await, expected, "{fault:?} {by_queue} {call}");
            salon.no_double_bookings(date(WEEKS[0]), 20).await;
            desk.delete(&format!("{}?from={}", path(&answered), WEEKS[0])).await.ok();
            if !killed {
                assert!(call > 10, "there were calls to be killed at");
                break;
            }
        }
    }
}

async fn heads(salon: &TestSalon) -> Vec<Repeat> {
    let rows = everything(salon).await.into_iter().filter(|((pk, _), _)| pk.starts_with("REPEAT#"));
    rows.map(|(_, item)| parlour_storage::table::record_of::<Repeat>(item.into()).unwrap()).collect()
}

#[tokio::test]
async fn a_move_and_a_cancellation_killed_at_any_call_are_finished_too() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let moved = ["2026-12-01 12:00", "2026-12-08 15:00", "2026-12-22 15:00"];
    for (is_moved, fault) in [(true, Fault::KillBefore), (true, Fault::KillAfter), (false, Fault::KillAfter)] {
        for call in 0.. {
            let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
            let repeat = made(&desk, weekly(&shop, &asha, 3)).await;
            salon.deliver().await;
            let act = async || {
                if is_moved {
                    let body = json!({ "from": WEEKS[1], "everyWeeks": 2, "startTime": "15:00" });
                    desk.patch(&path(&repeat), body).await
                } else {
                    desk.delete(&format!("{}?from={}", path(&repeat), WEEKS[1])).await
                }
            };
            salon.wire.fail(move |number, _| (number == call).then_some(fault));
            let killed = salon.wire.unless_killed(act()).await.is_none();
            salon.wire.reset();
            later(&salon).await;
            act().await.ok();
            later(&salon).await;
            let expected = if is_moved { &moved[..] } else { &moved[..1] };
            let expected = (expected.iter().map(ToString::to_string).collect(), 2);
            assert_eq!(outcome(&salon, &asha).await, expected, "{is_moved} {fault:?} {call}");
            salon.no_double_bookings(date(WEEKS[0]), 30).await;
            desk.delete(&format!("{}?from={}", path(&repeat), WEEKS[0])).await.ok();
            if !killed {
                assert!(call > 10, "there were calls to be killed at");
                break;
            }
        }
    }
}

#[tokio::test]
async fn of_several_who_want_the_same_times_one_has_them_all_and_the_others_nothing() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let desk = salon.reception().await;
    for round in 0..rounds() {
        let first = date("2026-12-01").plus_days(u64::try_from(round).unwrap());
        let people = join_all((0..4).map(|_| salon.customer("Asha"))).await;
        let body = |asha: &Client<'_>| {
            let body = with(cuts(&shop, &shop.staffed, asha), "firstDate", json!(first));
            with(with(body, "everyWeeks", json!(1)), "count", json!(3))
        };
        salon.wire.shuffle(round);
        let replies = join_all(people.iter().map(|asha| desk.post("/api/repeats", body(asha)))).await;
        salon.wire.reset();
        let made: Vec<Value> = replies.iter().filter(|one| one.status.is_success()).map(|one| one.json()).collect();
        assert!(made.len() <= 1, "round {round}");
        for reply in replies.iter().filter(|one| !one.status.is_success()) {
            reply.refused(409, "BOOKING_SLOT_UNAVAILABLE");
        }
        let mut confirmed = 0;
        for asha in &people {
            let own = asha.get("/api/bookings").await.ok();
            confirmed += own["bookings"].as_array().unwrap().iter().filter(|one| one["status"] == "confirmed").count();
        }
        assert_eq!(confirmed, made.len() * 3, "all or nothing, round {round}");
        for one in made {
            desk.delete(&format!("{}?from={first}", path(&one["data"]["repeat"]))).await.ok();
        }
        for week in 0..3 {
            assert_eq!(salon.day_of(&shop.meera, first.plus_days(week * 7)).await.busy().len(), 0, "round {round}");
        }
    }
    salon.no_double_bookings(date("2026-12-01"), rounds() + 21).await;
}

#[tokio::test]
async fn a_move_and_a_cancellation_at_once_end_as_if_one_had_come_after_the_other() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    for round in 0..rounds() {
        let first = date("2026-12-01").plus_days(u64::try_from(round).unwrap());
        let body = with(cuts(&shop, &shop.staffed, &asha), "firstDate", json!(first));
        let repeat = made(&desk, with(with(body, "everyWeeks", json!(1)), "count", json!(3))).await;
        salon.wire.shuffle(round);
        let (moved, cancelled) = (path(&repeat), format!("{}?from={}", path(&repeat), first.plus_days(7)));
        let (one, other) = tokio::join!(
            desk.patch(&moved, json!({ "from": first, "startTime": "16:00" })),
            desk.delete(&cancelled),
        );
        salon.wire.reset();
        one.ok();
        other.ok();
        let after = desk.get(&path(&repeat)).await.ok()["repeat"].clone();
        assert_eq!(after["state"], "made");
        let head = head(&salon, &repeat).await;
        assert!(head.occurrences.iter().all(|one| one.todo.is_none()), "{head:?}");
        assert_eq!(listed(&after)[0], format!("{first} 16:00"));
        for one in &after["occurrences"].as_array().unwrap()[1..] {
            assert_eq!(one["status"], "cancelled", "round {round}: {after}");
        }
        desk.delete(&format!("{}?from={first}", path(&repeat))).await.ok();
        for week in 0..3 {
            assert_eq!(salon.day_of(&shop.meera, first.plus_days(week * 7)).await.busy().len(), 0, "round {round}");
        }
    }
}

/// What a plain list would do with the same edits.
#[derive(Clone, Debug, PartialEq)]
struct Model(BTreeMap<String, (IstDate, String, &'static str)>);

#[tokio::test]
async fn random_edits_end_as_in_a_plain_list() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let pick = |among: usize| salon.salon.random.below(among);
    for round in 0..rounds().max(3) {
        let weekly = with(with(cuts(&shop, &shop.open, &asha), "everyWeeks", json!(1 + pick(3))), "count", json!(6));
        let repeat = made(&desk, weekly).await;
        let mut model = Model(BTreeMap::new());
        for one in repeat["occurrences"].as_array().unwrap() {
            let text = |name: &str| one[name].as_str().unwrap().to_owned();
            model.0.insert(text("bookingId"), (date(&text("date")), text("startTime"), "confirmed"));
        }
        let origin = model.clone();
        // Where the repeat has each: one that was moved on its own stays out of later moves.
        let mut pattern = model.clone();
        for _ in 0..6 {
            let from = date(FIRST).plus_days(u64::try_from(pick(60)).unwrap());
            let start = ["11:00", "14:00", "17:30"][pick(3)];
            match pick(4) {
                0 => {
                    desk.delete(&format!("{}?from={from}", path(&repeat))).await.ok();
                    for one in model.0.values_mut().filter(|(day, ..)| *day >= from) {
                        one.2 = "cancelled";
                    }
                }
                1 => {
                    desk.patch(&path(&repeat), json!({ "from": from, "startTime": start })).await.ok();
                    for (id, one) in &mut model.0 {
                        let own = pattern.0.get_mut(id).unwrap();
                        if one.2 == "confirmed" && one.0 >= from && (&one.0, &one.1) == (&own.0, &own.1) {
                            (one.1, own.1) = (start.to_owned(), start.to_owned());
                        }
                    }
                }
                2 => {
                    let weeks = 1 + pick(3);
                    desk.patch(&path(&repeat), json!({ "from": from, "everyWeeks": weeks })).await.ok();
                    let still = |id: &String, one: &(IstDate, String, &str)| {
                        let own = &pattern.0[id];
                        one.2 == "confirmed" && one.0 >= from && (&one.0, &one.1) == (&own.0, &own.1)
                    };
                    let mut moving: Vec<(IstDate, String)> = model
                        .0
                        .iter()
                        .filter(|(id, one)| still(id, one))
                        .map(|(id, one)| (one.0, id.clone()))
                        .collect();
                    moving.sort();
                    // The time of a move without one is that of the repeat.
                    let time = head(&salon, &repeat).await.start.to_string();
                    for (number, (_, id)) in moving.into_iter().enumerate() {
                        let day = from.plus_days(u64::try_from(number * weeks * 7).unwrap());
                        for list in [&mut model, &mut pattern] {
                            let one = list.0.get_mut(&id).unwrap();
                            (one.0, one.1) = (day, time.clone());
                        }
                    }
                }
                _ => {
                    let ids: Vec<String> = model.0.keys().cloned().collect();
                    let id = &ids[pick(ids.len())];
                    if model.0[id].2 != "confirmed" {
                        continue;
                    }
                    let own = json!({ "bookingDate": from, "startTime": "19:00" });
                    desk.post(&format!("/api/bookings/{id}/reschedule"), own).await.ok();
                    let one = model.0.get_mut(id).unwrap();
                    (one.0, one.1) = (from, "19:00".to_owned());
                }
            }
            let after = desk.get(&path(&repeat)).await.ok()["repeat"].clone();
            let mut found = Model(BTreeMap::new());
            for one in after["occurrences"].as_array().unwrap() {
                let text = |name: &str| one[name].as_str().unwrap().to_owned();
                let status = if text("status") == "confirmed" { "confirmed" } else { "cancelled" };
                found.0.insert(text("bookingId"), (date(&text("date")), text("startTime"), status));
            }
            assert_eq!(found, model, "round {round}, from {origin:?}");
        }
    }
}

#[tokio::test]
async fn the_queue_finishes_what_was_begun_and_does_nothing_twice() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let repeat = made(&desk, cuts(&shop, &shop.staffed, &asha)).await;
    let finish = salon.outbox().await.into_iter().filter(|entry| matches!(entry.task, Task::FinishRepeat { .. }));
    assert_eq!(finish.count(), 1);
    let before = everything(&salon).await;
    let message = parlour_storage::outbox::Message::new(
        Task::FinishRepeat { repeat_id: repeat["id"].as_str().unwrap().into() },
        salon.salon.clock.now(),
    );
    for _ in 0..2 {
        let done = parlour_platform::jobs::deliver(&salon.salon, &message).await.unwrap();
        assert_eq!(done, json!({ "success": true, "finished": false }));
    }
    assert_eq!(everything(&salon).await, before);
    let unknown = Task::FinishRepeat { repeat_id: "unknown".into() };
    let message = parlour_storage::outbox::Message::new(unknown, salon.salon.clock.now());
    assert_eq!(parlour_platform::jobs::deliver(&salon.salon, &message).await.unwrap()["finished"], false);
}

#[tokio::test]
async fn a_closed_day_and_a_day_on_leave_say_why() {
    let salon = TestSalon::open().await;
    let shop = salon.shop().await;
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
