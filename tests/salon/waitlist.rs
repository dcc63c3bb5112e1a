//! The waitlist: wishes, offers, answers.

mod freed;
mod kept;
mod proofs;

use chrono::TimeDelta;
use futures::future::join_all;
use parlour_booking::slots::ledger::{Block, DayLedger};
use parlour_booking::waitlist::{Wish, WishState};
use parlour_people::staff::StaffMember;
use parlour_senders::Channel;
use parlour_storage::outbox::{OutboxMessage, Task};
use parlour_storage::table::keys;
use parlour_tests::{Client, Shop, TestSalon, path_of};
use parlour_values::role::Role;
use parlour_values::time::{Instant, Interval, IstDate, TimeOfDay};
use serde_json::{Value, json};

const DAY: &str = "2026-11-17";

fn day() -> IstDate {
    DAY.parse().unwrap()
}

fn time(start: &str, end: &str) -> Interval {
    let end = if end == "24:00" { TimeOfDay::END_OF_DAY } else { end.parse().unwrap() };
    Interval { start: start.parse().unwrap(), end }
}

/// Somebody's day, blocked but for these times.
fn blocked_but_for(member: &StaffMember, date: IstDate, free: &[(&str, &str)]) -> DayLedger {
    let mut ledger = DayLedger::empty(member.id.clone(), date);
    let mut from = "00:00";
    for (number, (start, end)) in free.iter().chain([&("24:00", "24:00")]).enumerate() {
        ledger.block(Block::new(format!("block-{number}").as_str().into(), time(from, start)));
        from = *end;
    }
    ledger
}

/// A day on which only Meera works, and is blocked but for these times.
async fn nearly_full(salon: &TestSalon, shop: &Shop, date: IstDate, free: &[(&str, &str)]) {
    salon.put(&StaffMember { is_active: false, ..shop.ravi.clone() }).await;
    salon.put(&blocked_but_for(&shop.meera, date, free)).await;
}

/// Only an hour from noon can be booked, and somebody has booked it: the path of the booking.
async fn full(salon: &TestSalon, shop: &Shop, asha: &Client<'_>) -> String {
    nearly_full(salon, shop, day(), &[("12:00", "12:45")]).await;
    booked(salon, shop, asha, DAY, "12:00").await
}

async fn booked(salon: &TestSalon, shop: &Shop, asha: &Client<'_>, date: &str, start: &str) -> String {
    let path = asha.book(shop.request(&shop.staffed, &[&shop.cut], date, start)).await;
    let desk = salon.reception().await;
    desk.patch(&path, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    path
}

fn wish(shop: &Shop) -> Value {
    json!({
        "branchId": shop.staffed.id, "serviceType": "salon", "serviceIds": [shop.cut.id], "dates": [DAY],
        "from": "10:00", "to": "21:00",
    })
}

fn with(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

async fn wishes(client: &Client<'_>, body: Value) -> Value {
    client.post("/api/waitlist", body).await.created()["wish"].clone()
}

/// The first of somebody's wishes.
async fn first(client: &Client<'_>) -> Value {
    client.get("/api/waitlist").await.ok()["wishes"][0].clone()
}

fn of(wish: &Value, step: &str) -> String {
    format!("/api/waitlist/{}{step}", wish["id"].as_str().unwrap())
}

async fn cancel(asha: &Client<'_>, path: &str) {
    asha.post(&format!("{path}/cancel"), json!({})).await.ok();
}

/// The date and time of an offer.
fn offered(wish: &Value) -> (&str, &str) {
    (wish["offer"]["date"].as_str().unwrap_or("-"), wish["offer"]["startTime"].as_str().unwrap_or("-"))
}

fn wait(salon: &TestSalon, minutes: i64) {
    let now = salon.salon.clock.now();
    salon.salon.clock.set(now.plus(TimeDelta::minutes(minutes)));
}

#[tokio::test]
async fn a_time_that_comes_free_is_held_for_the_first_in_line_and_becomes_their_booking() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina, chetan) =
        (salon.customer("Asha").await, salon.customer("Bina").await, salon.customer("Chetan").await);
    let taken = full(&salon, &shop, &asha).await;
    let made = wishes(&bina, wish(&shop)).await;
    assert_eq!(
        made,
        json!({
            "id": made["id"], "branchId": shop.staffed.id, "serviceType": "salon", "serviceIds": [shop.cut.id],
            "dates": [DAY], "from": "10:00", "to": "21:00", "staffId": null, "state": "waiting", "position": 1,
        })
    );
    assert_eq!(wishes(&chetan, wish(&shop)).await["position"], 2);
    salon.deliver().await;
    assert_eq!(first(&bina).await, made, "nothing has come free");

    cancel(&asha, &taken).await;
    salon.deliver().await;
    let held = first(&bina).await;
    assert_eq!((held["state"].as_str(), offered(&held)), (Some("offered"), (DAY, "12:00")));
    let part = json!({
        "serviceId": shop.cut.id, "staffId": shop.meera.id, "startTime": "12:00", "endTime": "12:45", "resourceIds": [],
    });
    assert_eq!(held["offer"]["plan"], json!([part]));
    assert_eq!(held["offer"]["expiresAt"], "2026-11-16T04:45:00.000Z");
    assert_eq!(first(&chetan).await["state"], "waiting");
    // It is held: nobody else can book it.
    asha.post("/api/bookings", shop.request(&shop.staffed, &[&shop.cut], DAY, "12:00"))
        .await
        .refused(409, "BOOKING_SLOT_UNAVAILABLE");

    let booking = bina.post(&of(&held, "/accept"), json!({})).await.created();
    assert_eq!(booking["status"], "confirmed");
    let view = bina.get(&format!("/api/bookings/{}", booking["id"].as_str().unwrap())).await.ok();
    assert_eq!(view["booking"]["startTime"], "12:00:00");
    assert_eq!(view["booking"]["services"][0]["staffId"], json!(shop.meera.id));
    let after = first(&bina).await;
    assert_eq!(
        (&after["state"], &after["position"], &after["offer"]),
        (&json!("accepted"), &Value::Null, &Value::Null)
    );
    assert_eq!(first(&chetan).await["position"], 1);
    bina.post(&of(&held, "/accept"), json!({})).await.refused(409, "CONFLICT");
    salon.deliver().await;
    let told = salon.kinds_and_recipients(Channel::Email);
    assert_eq!(told.iter().filter(|(kind, _)| kind == "waitlist_offer").count(), 1);
    salon.no_double_bookings("2026-11-16".parse().unwrap(), 7).await;
}

#[tokio::test]
async fn a_declined_time_goes_to_the_next_and_never_to_the_same_person_again() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina, chetan) =
        (salon.customer("Asha").await, salon.customer("Bina").await, salon.customer("Chetan").await);
    let taken = full(&salon, &shop, &asha).await;
    let (first_wish, second) = (wishes(&bina, wish(&shop)).await, wishes(&chetan, wish(&shop)).await);
    cancel(&asha, &taken).await;
    salon.deliver().await;
    let declined = bina.post(&of(&first_wish, "/decline"), json!({})).await.ok()["wish"].clone();
    assert_eq!((&declined["state"], &declined["position"]), (&json!("waiting"), &json!(1)));
    bina.post(&of(&first_wish, "/decline"), json!({})).await.refused(409, "CONFLICT");
    salon.deliver().await;
    assert_eq!(first(&chetan).await["state"], "offered");
    chetan.post(&of(&second, "/decline"), json!({})).await.ok();
    salon.deliver().await;
    for client in [&bina, &chetan] {
        assert_eq!(first(client).await["state"], "waiting", "the same gap is not offered twice");
    }
    // Somebody else may book it, and where they cancel, it is still the same gap.
    let again = booked(&salon, &shop, &asha, DAY, "12:00").await;
    cancel(&asha, &again).await;
    salon.deliver().await;
    assert_eq!(first(&bina).await["state"], "waiting");
}

#[tokio::test]
async fn an_offer_that_runs_out_goes_to_the_next_and_three_of_them_pause_the_wish() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina, chetan) =
        (salon.customer("Asha").await, salon.customer("Bina").await, salon.customer("Chetan").await);
    nearly_full(&salon, &shop, day(), &[("12:00", "12:45"), ("14:00", "14:45"), ("16:00", "16:45")]).await;
    let mut taken = Vec::new();
    for start in ["12:00", "14:00", "16:00"] {
        taken.push(booked(&salon, &shop, &asha, DAY, start).await);
    }
    let made = wishes(&bina, wish(&shop)).await;
    for (number, (path, start)) in taken.iter().zip(["12:00", "14:00", "16:00"]).enumerate() {
        cancel(&asha, path).await;
        salon.deliver().await;
        assert_eq!(offered(&first(&bina).await), (DAY, start));
        wait(&salon, 15);
        // Readers know at once; the timer moves the line on.
        let expected = if number == 2 { "paused" } else { "waiting" };
        assert_eq!(first(&bina).await["state"], expected);
        bina.post(&of(&made, "/accept"), json!({})).await.refused(409, "CONFLICT");
        salon.deliver().await;
        assert_eq!(first(&bina).await["state"], expected);
    }
    let paused = first(&bina).await;
    assert_eq!(paused["position"], Value::Null);
    assert_eq!(bina.post("/api/waitlist", wish(&shop)).await.ok()["wish"]["id"], made["id"]);
    chetan.post("/api/waitlist", wish(&shop)).await.refused(422, "BUSINESS_RULE_VIOLATION");
    let stored = salon.stored::<Wish>(&keys::wish(&made["id"].as_str().unwrap().into())).await.unwrap();
    assert_eq!((stored.state, stored.run_outs, stored.passed.len()), (WishState::Paused, 3, 3));
}

#[tokio::test]
async fn what_cannot_be_wished_for_is_refused() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina) = (salon.customer("Asha").await, salon.customer("Bina").await);
    let body = wish(&shop);
    for (field, value, wrong) in [
        ("branchId", json!("nowhere"), "branchId"),
        ("serviceIds", json!(["nothing"]), "serviceIds"),
        ("dates", json!([]), "dates"),
        ("dates", json!([DAY, DAY]), "dates"),
        ("dates", json!(["2026-11-15"]), "dates.0"),
        ("dates", json!(["2028-01-01"]), "dates.0"),
        ("from", json!("21:00"), "to"),
        ("staffId", json!("nobody"), "staffId"),
    ] {
        asha.post("/api/waitlist", with(body.clone(), field, value)).await.invalid(&[wrong]);
    }
    asha.post("/api/waitlist", with(body.clone(), "serviceType", json!("spa")))
        .await
        .invalid(&["serviceIds", "serviceType"]);
    let massage = json!({
        "branchId": shop.staffed.id, "serviceType": "spa", "serviceIds": [shop.massage.id], "dates": [DAY],
        "from": "10:00", "to": "21:00", "staffId": shop.ravi.id,
    });
    asha.post("/api/waitlist", massage).await.invalid(&["staffId"]);
    let refused = asha.post("/api/waitlist", body.clone()).await.refused(422, "BUSINESS_RULE_VIOLATION");
    assert_eq!(refused["message"], "A time that fits is free now: please book it.");
    assert_eq!(refused["details"], json!({ "reason": "FREE_NOW" }));
    let refused = asha
        .post("/api/waitlist", with(body.clone(), "branchId", json!(shop.open.id)))
        .await
        .refused(422, "BUSINESS_RULE_VIOLATION");
    assert_eq!(refused["details"]["reason"], "NO_WAITLIST");

    full(&salon, &shop, &bina).await;
    let mut made = Vec::new();
    for hour in 10..15 {
        made.push(wishes(&asha, with(body.clone(), "from", json!(format!("{hour}:00")))).await);
    }
    let refused = asha.post("/api/waitlist", with(body.clone(), "to", json!("20:00"))).await;
    assert_eq!(refused.refused(422, "BUSINESS_RULE_VIOLATION")["details"]["reason"], "TOO_MANY_WISHES");
    let again = asha.post("/api/waitlist", with(body.clone(), "from", json!("14:00"))).await.ok();
    assert_eq!(again["wish"]["id"], made[4]["id"], "the same wish is the one that is there");
    asha.delete(&of(&made[0], "")).await.ok();
    asha.post("/api/waitlist", with(body, "to", json!("20:00"))).await.created();
    assert_eq!(asha.get("/api/waitlist").await.ok()["wishes"].as_array().unwrap().len(), 6);
    // Somebody else's wish is nobody's.
    for (method, path) in
        [("POST", of(&made[1], "/accept")), ("POST", of(&made[1], "/decline")), ("DELETE", of(&made[1], ""))]
    {
        let reply = bina.send(method.parse().unwrap(), &path, Some("{}".to_owned())).await;
        reply.refused(404, "NOT_FOUND");
    }
    let refused = asha.post(&of(&made[1], "/accept"), json!({})).await.refused(409, "CONFLICT");
    assert_eq!(refused["details"]["reason"], "NO_LIVE_OFFER");
}

#[tokio::test]
async fn wishes_leave_the_limit_of_bookings_alone() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await.at("127.0.0.9");
    for _ in 0..5 {
        asha.post("/api/waitlist", json!({})).await.refused(400, "VALIDATION_ERROR");
    }
    asha.post("/api/waitlist", json!({})).await.refused(429, "RATE_LIMITED");
    asha.post("/api/bookings", shop.cut_tomorrow()).await.created();
}

#[tokio::test]
async fn the_same_wish_sent_many_times_at_once_is_one_and_nobody_has_a_sixth() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina) = (salon.customer("Asha").await, salon.customer("Bina").await);
    full(&salon, &shop, &bina).await;
    let replies = join_all((0..4).map(|_| asha.post("/api/waitlist", wish(&shop)))).await;
    let ids: std::collections::BTreeSet<String> =
        replies.iter().map(|reply| reply.json()["data"]["wish"]["id"].to_string()).collect();
    assert_eq!(ids.len(), 1);
    assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 1);
    let many = join_all(
        (0..8).map(|number| asha.post("/api/waitlist", with(wish(&shop), "to", json!(format!("20:{number:02}"))))),
    )
    .await;
    assert_eq!(many.iter().filter(|reply| reply.status == 201).count(), 4);
    let open = asha.get("/api/waitlist").await.ok();
    assert_eq!(open["wishes"].as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn an_open_wish_counts_and_is_seen_however_many_came_after_it() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina) = (salon.customer("Asha").await, salon.customer("Bina").await);
    full(&salon, &shop, &bina).await;
    let made = wishes(&asha, wish(&shop)).await;
    for minute in 0..20 {
        let other = wishes(&asha, with(wish(&shop), "to", json!(format!("20:{minute:02}")))).await;
        asha.delete(&of(&other, "")).await.ok();
    }
    let all = asha.get("/api/waitlist").await.ok();
    assert_eq!(all["wishes"].as_array().unwrap().last(), Some(&made));
    assert_eq!(asha.post("/api/waitlist", wish(&shop)).await.ok()["wish"]["id"], made["id"]);
}

#[tokio::test]
async fn a_wish_taken_back_gives_its_time_to_the_next() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina, chetan) =
        (salon.customer("Asha").await, salon.customer("Bina").await, salon.customer("Chetan").await);
    let taken = full(&salon, &shop, &asha).await;
    let (one, _) = (wishes(&bina, wish(&shop)).await, wishes(&chetan, wish(&shop)).await);
    cancel(&asha, &taken).await;
    salon.deliver().await;
    assert_eq!(first(&bina).await["state"], "offered");
    bina.delete(&of(&one, "")).await.ok();
    bina.delete(&of(&one, "")).await.ok();
    assert_eq!(first(&bina).await["state"], "ended");
    salon.deliver().await;
    let held = first(&chetan).await;
    assert_eq!(held["state"], "offered");
    chetan.post(&of(&held, "/accept"), json!({})).await.created();
    chetan.delete(&of(&held, "")).await.refused(409, "CONFLICT");
    salon.no_double_bookings("2026-11-16".parse().unwrap(), 7).await;
}

#[tokio::test]
async fn a_wish_ends_with_its_last_day() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina) = (salon.customer("Asha").await, salon.customer("Bina").await);
    full(&salon, &shop, &asha).await;
    let made = wishes(&bina, wish(&shop)).await;
    salon.set_clock("2026-11-18T00:00:00+05:30");
    assert_eq!(first(&bina).await["state"], "ended");
    salon.deliver().await;
    let stored = salon.stored::<Wish>(&keys::wish(&made["id"].as_str().unwrap().into())).await.unwrap();
    assert_eq!(stored.state, WishState::Ended);
    let line = parlour_storage::table::Partition::of(keys::line(&shop.staffed.id, day()));
    assert!(
        salon.salon.table.query::<Wish>(line).await.unwrap().is_empty(),
        "nobody stands in the line of a day that is over"
    );
}

#[tokio::test]
async fn the_desk_sees_the_line_offers_a_time_and_takes_people_off() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina, chetan) =
        (salon.customer("Asha").await, salon.customer("Bina").await, salon.customer("Chetan").await);
    let desk = salon.reception().await;
    let taken = full(&salon, &shop, &asha).await;
    let one = wishes(&bina, wish(&shop)).await;
    let two = wishes(&chetan, with(wish(&shop), "from", json!("15:00"))).await;
    let line = format!("/api/waitlist?date={DAY}&branchId={}", shop.staffed.id);
    let seen = desk.get(&line).await.ok();
    let names: Vec<&str> =
        seen["wishes"].as_array().unwrap().iter().map(|wish| wish["customerName"].as_str().unwrap()).collect();
    assert_eq!(names, ["Bina", "Chetan"]);
    desk.get("/api/waitlist").await.invalid(&["branchId", "date"]);

    let noon = |start: &str| json!({ "date": DAY, "startTime": start, "staffId": shop.meera.id });
    let offer = of(&two, "/offer");
    desk.post(&offer, noon("12:00")).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    desk.post(&offer, with(noon("12:00"), "staffId", json!(shop.ravi.id))).await.invalid(&["staffId"]);
    desk.post(&offer, with(noon("12:00"), "date", json!("2026-11-15"))).await.invalid(&["date"]);
    desk.post("/api/waitlist/nobody/offer", noon("12:00")).await.refused(404, "NOT_FOUND");
    cancel(&asha, &taken).await;
    // Although Bina is first, and noon is before Chetan's time.
    let held = desk.post(&offer, noon("12:00")).await.ok()["wish"].clone();
    assert_eq!((held["state"].as_str(), held["customerName"].as_str()), (Some("offered"), Some("Chetan")));
    desk.post(&offer, noon("12:00")).await.refused(409, "CONFLICT");
    desk.post(&of(&one, "/offer"), noon("12:00")).await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    salon.deliver().await;
    assert_eq!(first(&bina).await["state"], "waiting");
    let booking = chetan.post(&of(&two, "/accept"), json!({})).await.created();
    assert_eq!(booking["status"], "confirmed");

    desk.delete(&of(&one, "")).await.ok();
    assert_eq!(first(&bina).await["state"], "ended");
    assert_eq!(desk.get(&line).await.ok()["wishes"], json!([]));
    salon.set_clock("2026-11-16T21:30:00+05:30");
    let late = wishes(&bina, wish(&shop)).await;
    desk.post(&of(&late, "/offer"), noon("12:00")).await.refused(422, "BUSINESS_RULE_VIOLATION");
    salon.person("Ravi", Role::Staff).await.get(&line).await.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn the_desk_asks_again_whoever_is_paused_or_has_declined() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina, desk) = (salon.customer("Asha").await, salon.customer("Bina").await, salon.reception().await);
    let taken = full(&salon, &shop, &asha).await;
    let made = wishes(&bina, wish(&shop)).await;
    cancel(&asha, &taken).await;
    salon.deliver().await;
    bina.post(&of(&made, "/decline"), json!({})).await.ok();
    let noon = json!({ "date": DAY, "startTime": "12:00", "staffId": shop.meera.id });
    for _ in 0..3 {
        desk.post(&of(&made, "/offer"), noon.clone()).await.ok();
        wait(&salon, 15);
        salon.deliver().await;
    }
    assert_eq!(first(&bina).await["state"], "paused");
    desk.post(&of(&made, "/offer"), noon).await.ok();
    bina.post(&of(&made, "/accept"), json!({})).await.created();
}

#[tokio::test]
async fn an_offer_is_accepted_until_the_millisecond_of_its_end() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    for (millis, accepted) in [(-1, true), (0, false), (1, false)] {
        let bina = salon.customer("Bina").await;
        let taken = full(&salon, &shop, &asha).await;
        let made = wishes(&bina, wish(&shop)).await;
        cancel(&asha, &taken).await;
        salon.deliver().await;
        let end: Instant = first(&bina).await["offer"]["expiresAt"].as_str().unwrap().parse().unwrap();
        salon.salon.clock.set(end.plus(TimeDelta::milliseconds(millis)));
        let reply = bina.post(&of(&made, "/accept"), json!({})).await;
        assert_eq!(reply.status == 201, accepted, "{millis}");
        if accepted {
            let id = reply.created()["id"].as_str().unwrap().to_owned();
            cancel(&bina, &format!("/api/bookings/{id}")).await;
        } else {
            reply.refused(409, "CONFLICT");
            bina.delete(&of(&made, "")).await.ok();
        }
        salon.deliver().await;
    }
}

/// Sends a task as the queue does.
async fn task(salon: &TestSalon, task: Task) {
    let message = OutboxMessage::new(task, salon.salon.clock.now());
    parlour_platform::jobs::deliver(&salon.salon, &message).await.unwrap();
}

#[tokio::test]
async fn a_message_that_comes_again_makes_no_second_offer() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina, chetan) =
        (salon.customer("Asha").await, salon.customer("Bina").await, salon.customer("Chetan").await);
    let taken = full(&salon, &shop, &asha).await;
    wishes(&bina, wish(&shop)).await;
    wishes(&chetan, wish(&shop)).await;
    cancel(&asha, &taken).await;
    let fill = || Task::FillGap { branch_id: shop.staffed.id.clone(), date: Some(day()), start: None, wish_id: None };
    join_all((0..5).map(|_| task(&salon, fill()))).await;
    let held = first(&bina).await;
    for _ in 0..3 {
        task(&salon, fill()).await;
        task(&salon, Task::FillGap { branch_id: shop.staffed.id.clone(), date: None, start: None, wish_id: None })
            .await;
    }
    assert_eq!((first(&bina).await, first(&chetan).await["state"].clone()), (held, json!("waiting")));
    salon.deliver().await;
    let told = salon.kinds_and_recipients(Channel::Email);
    assert_eq!(told.iter().filter(|(kind, _)| kind == "waitlist_offer").count(), 1, "{told:?}");
}

#[tokio::test]
async fn the_message_says_what_is_held_and_until_when() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, bina) = (salon.customer("Asha").await, salon.customer("Bina").await);
    let taken = full(&salon, &shop, &asha).await;
    let made = wishes(&bina, wish(&shop)).await;
    cancel(&asha, &taken).await;
    salon.deliver().await;
    let feed = bina.get("/api/notifications").await.ok();
    let row =
        feed["notifications"].as_array().unwrap().iter().find(|row| row["type"] == "waitlist_offer").unwrap().clone();
    assert_eq!(row["title"], "A time has come free");
    let body = "Cut on Tue 17 Nov 2026, 12:00 pm at Parlour IND. Held for you until 10:15 am.";
    assert_eq!(row["body"], body);
    // Nothing is said of an offer that was answered before the message went out.
    bina.post(&of(&made, "/decline"), json!({})).await.ok();
    assert_eq!(salon.kinds(Channel::Email).iter().filter(|kind| *kind == "waitlist_offer").count(), 1);
}
