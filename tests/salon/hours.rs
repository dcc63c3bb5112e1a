//! Opening hours by weekday, and how soon before its start a customer books at the latest.

use parlour_setup::branches::Branch;
use parlour_tests::{Client, Shop, TestSalon};
use serde_json::{Value, json};

const TUESDAY: &str = "2026-11-17";
const WEDNESDAY: &str = "2026-11-18";
const THURSDAY: &str = "2026-11-19";

/// Both branches: Tuesdays from noon to three, Wednesdays closed, the usual hours otherwise.
async fn weekdays(owner: &Client<'_>, shop: &Shop) {
    let hours = json!([{ "weekday": 2, "open": "12:00", "close": "15:00" }, { "weekday": 3, "closed": true }]);
    for branch in [&shop.open, &shop.staffed] {
        owner.patch(&format!("/api/branches/{}", branch.id), json!({ "hours": hours })).await.ok();
    }
}

async fn slots(salon: &TestSalon, branch: &Branch, date: &str, more: &str) -> Vec<Value> {
    let path = format!("/api/availability?date={date}&branchId={}&explain=true{more}", branch.id);
    salon.visitor().get(&path).await.ok()["slots"].as_array().unwrap().clone()
}

fn starts(slots: &[Value]) -> Vec<&str> {
    slots.iter().map(|slot| slot["startTime"].as_str().unwrap()).collect()
}

fn reason_at<'a>(slots: &'a [Value], start: &str) -> &'a str {
    let slot = slots.iter().find(|slot| slot["startTime"] == start).unwrap();
    slot.get("reason").map_or("", |reason| reason.as_str().unwrap())
}

#[tokio::test]
async fn the_slots_of_a_weekday_lie_inside_its_own_hours() {
    let (salon, shop) = TestSalon::with_shop().await;
    weekdays(&salon.owner().await, &shop).await;
    for branch in [&shop.open, &shop.staffed] {
        let tuesday = slots(&salon, branch, TUESDAY, "").await;
        assert_eq!(starts(&tuesday), ["12:00", "12:30", "13:00", "13:30", "14:00", "14:30"]);
        assert!(tuesday.iter().all(|slot| slot["available"] == true));
        let wednesday = slots(&salon, branch, WEDNESDAY, "").await;
        assert!(wednesday.iter().all(|slot| slot["available"] == false && slot["reason"] == "closed"));
        // The other days have the fixed schedule.
        assert_eq!(slots(&salon, branch, THURSDAY, "").await.len(), 22);
        // A cut of three quarters of an hour ends by three.
        let cut = slots(&salon, branch, TUESDAY, &format!("&serviceIds={}", shop.cut.id)).await;
        assert_eq!((reason_at(&cut, "14:00"), reason_at(&cut, "14:30")), ("", "closed"));
    }
    let early = json!({ "hours": [{ "weekday": 2, "open": "08:15", "close": "09:50" }] });
    salon.owner().await.patch(&format!("/api/branches/{}", shop.open.id), early).await.ok();
    assert_eq!(starts(&slots(&salon, &shop.open, TUESDAY, "").await), ["08:30", "09:00"]);
    salon.owner().await.patch(&format!("/api/branches/{}", shop.open.id), json!({ "hours": null })).await.ok();
    assert_eq!(slots(&salon, &shop.open, TUESDAY, "").await.len(), 22);
}

#[tokio::test]
async fn a_request_follows_the_hours_of_its_weekday() {
    let (salon, shop) = TestSalon::with_shop().await;
    weekdays(&salon.owner().await, &shop).await;
    let asha = salon.customer("Asha").await;
    for branch in [&shop.open, &shop.staffed] {
        let ask = async |date: &str, start: &str| {
            asha.post("/api/bookings", shop.request(branch, &[&shop.cut], date, start)).await
        };
        ask(TUESDAY, "11:30").await.invalid(&["startTime"]);
        ask(TUESDAY, "15:00").await.invalid(&["startTime"]);
        ask(TUESDAY, "12:00").await.created();
        let refused = ask(WEDNESDAY, "12:00").await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
        assert_eq!(refused["details"]["alternatives"], json!([]));
        ask(THURSDAY, "11:30").await.created();
    }
    let late = asha.post("/api/bookings", shop.request(&shop.staffed, &[&shop.cut], TUESDAY, "14:30")).await;
    late.invalid(&["startTime"]);
    asha.book(shop.request(&shop.open, &[&shop.cut], TUESDAY, "14:30")).await;
}

#[tokio::test]
async fn a_move_follows_the_hours_of_its_weekday() {
    let (salon, shop) = TestSalon::with_shop().await;
    weekdays(&salon.owner().await, &shop).await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    for branch in [&shop.open, &shop.staffed] {
        let booking = asha.book(shop.request(branch, &[&shop.cut], THURSDAY, "16:00")).await;
        for who in [&asha, &desk] {
            let go = async |date: &str, start: &str| {
                who.post(&format!("{booking}/reschedule"), json!({ "bookingDate": date, "startTime": start })).await
            };
            go(TUESDAY, "11:30").await.invalid(&["startTime"]);
            go(WEDNESDAY, "12:00").await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
            go(TUESDAY, "12:30").await.ok();
        }
    }
}

#[tokio::test]
async fn a_walk_in_ahead_follows_the_hours_of_its_weekday_and_one_being_served_does_not() {
    let (salon, shop) = TestSalon::with_shop().await;
    weekdays(&salon.owner().await, &shop).await;
    let desk = salon.reception().await;
    let customer = salon.customer("Asha").await;
    let ask = async |branch: &Branch, date: &str, start: &str| {
        let mut body = shop.request(branch, &[&shop.cut], date, start);
        (body["customerId"], body["staffId"]) = (json!(customer.id()), json!(shop.meera.id));
        desk.post("/api/bookings", body).await
    };
    for branch in [&shop.open, &shop.staffed] {
        ask(branch, TUESDAY, "11:30").await.invalid(&["startTime"]);
        ask(branch, WEDNESDAY, "12:00").await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
    }
    ask(&shop.open, TUESDAY, "12:30").await.created();
    salon.set_clock("2026-11-18T12:10:00+05:30");
    ask(&shop.staffed, WEDNESDAY, "12:00").await.created();
}

#[tokio::test]
async fn appointments_that_repeat_follow_the_hours_of_their_weekday() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (owner, desk, asha) = (salon.owner().await, salon.reception().await, salon.customer("Asha").await);
    weekdays(&owner, &shop).await;
    for (branch, member) in [(&shop.open, &shop.meera), (&shop.staffed, &shop.ravi)] {
        let ask = async |date: &str, start: &str| {
            let body = json!({
                "customerId": asha.id(), "branchId": branch.id, "serviceType": "salon",
                "services": [{ "serviceId": shop.cut.id, "staffId": member.id }],
                "firstDate": date, "startTime": start, "everyWeeks": 1, "count": 3,
            });
            desk.post("/api/repeats", body).await
        };
        ask(TUESDAY, "11:30").await.invalid(&["startTime"]);
        ask(TUESDAY, "15:00").await.invalid(&["startTime"]);
        ask(TUESDAY, "12:00").await.created();
        ask(WEDNESDAY, "12:00").await.refused(409, "BOOKING_SLOT_UNAVAILABLE");
        let repeat = ask(THURSDAY, "12:00").await.created()["repeat"].clone();

        // The last of them goes to a Tuesday, which is over at three.
        let path = format!("/api/repeats/{}", repeat["id"].as_str().unwrap());
        let to_tuesday = |start: &str| json!({ "from": "2026-12-01", "everyWeeks": 1, "startTime": start });
        desk.patch(&path, to_tuesday("15:00")).await.invalid(&["startTime"]);
        desk.patch(&path, to_tuesday("14:00")).await.ok();
        let all = desk.patch(&path, json!({ "from": THURSDAY, "startTime": "16:00" })).await;
        let refused = all.refused(409, "BOOKING_SLOT_UNAVAILABLE")["details"]["occurrences"].clone();
        assert_eq!((&refused[0]["reason"], &refused[2]["reason"]), (&Value::Null, &json!("closed")));

        let early = json!({ "hours": [{ "weekday": 2, "open": "08:00", "close": "11:00" }] });
        owner.patch(&format!("/api/branches/{}", branch.id), early).await.ok();
        ask(TUESDAY, "08:00").await.created();
    }
}

#[tokio::test]
async fn without_a_roster_people_work_the_hours_of_the_weekday() {
    let (salon, shop) = TestSalon::with_shop().await;
    weekdays(&salon.owner().await, &shop).await;
    let manager = salon.manager().await;
    let path = format!("/api/schedule?branchId={}&from=2026-11-16&to=2026-11-18", shop.staffed.id);
    let days = manager.get(&path).await.ok()["staff"][0]["days"].clone();
    let shifts: Vec<Value> = days.as_array().unwrap().iter().map(|day| day["shifts"].clone()).collect();
    assert_eq!(
        shifts,
        [json!([{ "start": "10:00", "end": "21:00" }]), json!([{ "start": "12:00", "end": "15:00" }]), json!([])]
    );

    // A shift lies inside the hours of its weekday, on a closed one there is none.
    let weekly = format!("/api/schedule/staff/{}/weekly", shop.meera.id);
    let day = |weekday: u32, start: &str| json!({ "weekday": weekday, "shifts": [{ "start": start, "end": "15:00" }], "breaks": [] });
    let body = |days: Value| json!({ "effectiveFrom": "2026-11-16", "days": days });
    let wrong = body(json!([day(1, "10:00"), day(2, "11:00"), day(3, "12:00")]));
    manager.put(&weekly, wrong).await.invalid(&["days.1.shifts.0", "days.2.shifts.0"]);
    manager.put(&weekly, body(json!([day(1, "10:00"), day(2, "12:00")]))).await.ok();
    let on = |date: &str| format!("/api/schedule/staff/{}/days/{date}", shop.meera.id);
    let shift = |start: &str| json!({ "shifts": [{ "start": start, "end": "14:00" }] });
    manager.put(&on(TUESDAY), shift("10:00")).await.invalid(&["shifts.0"]);
    manager.put(&on(TUESDAY), shift("12:00")).await.ok();
    manager.put(&on(WEDNESDAY), shift("12:00")).await.invalid(&["shifts.0"]);

    // The rostered time counts the hours of each weekday: Ravi has no roster.
    salon.set_clock("2026-11-20T12:00:00+05:30");
    let report = salon.manager().await.get("/api/reports/staff?from=2026-11-16&to=2026-11-18").await.ok();
    let rostered: Vec<(&str, u64)> = report["staff"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["name"].as_str().unwrap(), row["minutesRostered"].as_u64().unwrap()))
        .collect();
    assert!(rostered.contains(&("Ravi", 11 * 60 + 3 * 60)), "{rostered:?}");
}

#[tokio::test]
async fn hours_that_change_later_cut_the_shifts_that_were_set_before() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (manager, asha, desk) = (salon.manager().await, salon.customer("Asha").await, salon.reception().await);
    let day = |weekday: u32| {
        let (shift, pause) = (json!({ "start": "10:00", "end": "20:00" }), json!({ "start": "14:30", "end": "15:30" }));
        json!({ "weekday": weekday, "shifts": [shift], "breaks": [pause] })
    };
    let week = json!({ "effectiveFrom": "2026-11-16", "days": [day(1), day(2), day(3)] });
    manager.put(&format!("/api/schedule/staff/{}/weekly", shop.meera.id), week).await.ok();
    let mut asked = Vec::new();
    for start in ["16:00", "12:30"] {
        asked.push(asha.book(shop.request(&shop.open, &[&shop.cut], TUESDAY, start)).await);
    }
    weekdays(&salon.owner().await, &shop).await;

    let part = |start: &str, end: &str| json!([{ "start": start, "end": end }]);
    let expected = [
        (part("10:00", "20:00"), part("14:30", "15:30")),
        (part("12:00", "15:00"), part("14:30", "15:00")),
        (json!([]), json!([])),
    ];
    let told = |days: &Value| -> Vec<(Value, Value)> {
        days.as_array().unwrap().iter().map(|day| (day["shifts"].clone(), day["breaks"].clone())).collect()
    };
    let days = "from=2026-11-16&to=2026-11-18";
    let plan = manager.get(&format!("/api/schedule?branchId={}&{days}", shop.staffed.id)).await.ok();
    let own = plan["staff"].as_array().unwrap().iter().find(|row| row["staffId"] == json!(shop.meera.id)).unwrap();
    assert_eq!(told(&own["days"]), expected);
    let meera = salon.signed_in_as(&shop.meera).await;
    assert_eq!(told(&meera.get(&format!("/api/me/schedule?{days}")).await.ok()["days"]), expected);

    let mut codes = Vec::new();
    for path in asked {
        let given = desk.patch(&path, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
        codes.push(given["warnings"].as_array().unwrap().iter().map(|one| one["code"].clone()).collect::<Vec<_>>());
    }
    assert_eq!(codes, [vec![json!("off_shift")], vec![]]);
}

#[tokio::test]
async fn a_customers_start_is_no_sooner_than_the_lead_time() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (owner, asha, desk) = (salon.owner().await, salon.customer("Asha").await, salon.reception().await);
    for (branch, walk_in_at) in [(&shop.open, "11:30"), (&shop.staffed, "11:00")] {
        owner.patch(&format!("/api/branches/{}/settings", branch.id), json!({ "leadMinutes": 120 })).await.ok();
        salon.set_clock("2026-11-16T10:00:00+05:30");
        let ask = async |date: &str, start: &str| {
            asha.post("/api/bookings", shop.request(branch, &[&shop.cut], date, start)).await
        };
        ask("2026-11-16", "11:59").await.invalid(&["startTime"]);
        let at_the_limit = ask("2026-11-16", "12:00").await.created()["id"].clone();
        let soon = slots(&salon, branch, "2026-11-16", "").await;
        assert_eq!((reason_at(&soon, "11:30"), reason_at(&soon, "12:00")), ("too_soon", ""));
        assert_eq!(reason_at(&slots(&salon, branch, TUESDAY, "").await, "10:00"), "");

        let booking = ask(TUESDAY, "16:00").await.created()["id"].clone();
        let booking = parlour_tests::path_of(&booking);
        let to = |start: &str| json!({ "bookingDate": "2026-11-16", "startTime": start });
        let reschedule = format!("{booking}/reschedule");
        asha.post(&reschedule, to("11:30")).await.invalid(&["startTime"]);
        asha.post(&reschedule, to("14:00")).await.ok();
        // The desk is not bound.
        desk.post(&reschedule, to("10:30")).await.ok();
        let mut walk_in = shop.request(branch, &[&shop.facial], "2026-11-16", walk_in_at);
        (walk_in["customerId"], walk_in["staffId"]) = (json!(asha.id()), json!(shop.meera.id));
        desk.post("/api/bookings", walk_in).await.created();
        asha.post(&format!("{}/cancel", parlour_tests::path_of(&at_the_limit)), json!({})).await.ok();
    }
    // A second later the limit has passed; a day that has none is bound by the past alone.
    salon.set_clock("2026-11-16T10:00:01+05:30");
    asha.post("/api/bookings", shop.request(&shop.open, &[&shop.cut], "2026-11-16", "12:00"))
        .await
        .invalid(&["startTime"]);
    owner.patch(&format!("/api/branches/{}/settings", shop.open.id), json!({ "leadMinutes": 0 })).await.ok();
    asha.book(shop.request(&shop.open, &[&shop.cut], "2026-11-16", "10:01")).await;
}

#[tokio::test]
async fn a_slot_says_how_it_is_confirmed_once_services_are_chosen_at_a_staffed_branch() {
    let (salon, shop) = TestSalon::with_shop().await;
    let owner = salon.owner().await;
    let told =
        async |branch: &Branch, more: &str| slots(&salon, branch, TUESDAY, more).await[0]["confirmation"].clone();
    let cut = format!("&serviceIds={}", shop.cut.id);
    assert_eq!(told(&shop.staffed, &cut).await, "request");
    let settings = format!("/api/branches/{}/settings", shop.staffed.id);
    owner.patch(&settings, json!({ "confirmation": "instant" })).await.ok();
    assert_eq!(told(&shop.staffed, &cut).await, "instant");
    assert_eq!(told(&shop.staffed, "").await, Value::Null);
    assert_eq!(told(&shop.open, &cut).await, Value::Null);
    let service = format!("/api/services/{}", shop.cut.id);
    salon.manager().await.patch(&service, json!({ "needsApproval": true })).await.ok();
    assert_eq!(told(&shop.staffed, &cut).await, "request");
    assert_eq!(told(&shop.staffed, &format!("&serviceIds={}", shop.massage.id)).await, "instant");
}
