//! Appointments that repeat are moved and cancelled, each and the following.

use super::*;
use parlour_people::staff::StaffMember;

#[tokio::test]
async fn cancelling_the_following_leaves_those_before_and_what_has_begun() {
    let (salon, shop) = TestSalon::with_shop().await;
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
    let (salon, shop) = TestSalon::with_shop().await;
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
async fn a_move_to_where_they_are_already_writes_nothing_and_tells_only_of_those_that_change() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let repeat = made(&desk, cuts(&shop, &shop.staffed, &asha)).await;
    salon.deliver().await;
    let before = everything(&salon).await;
    let by_meera = json!({ "from": FIRST, "staffId": shop.meera.id });
    for same in [
        by_meera.clone(),
        json!({ "from": FIRST, "startTime": "12:00" }),
        json!({ "from": FIRST, "everyWeeks": 4 }),
        json!({ "from": FIRST, "services": [{ "serviceId": shop.cut.id, "staffId": shop.meera.id }] }),
    ] {
        let after = desk.patch(&path(&repeat), same.clone()).await.ok()["repeat"].clone();
        assert_eq!((listed(&after), everything(&salon).await == before), (at(&DATES, "12:00"), true), "{same}");
    }

    let second = format!("/api/bookings/{}", repeat["occurrences"][1]["bookingId"].as_str().unwrap());
    desk.patch(&second, json!({ "action": "assign", "staffId": shop.ravi.id })).await.ok();
    salon.deliver().await;
    desk.patch(&path(&repeat), by_meera).await.ok();
    salon.deliver().await;
    let told: Vec<_> =
        salon.sent(Channel::Email).into_iter().filter(|email| email.kind.as_str() == "booking_rescheduled").collect();
    assert_eq!(told.len(), 1);
    assert!(told[0].body.contains("15 Dec 2026") && !told[0].body.contains("12 Jan 2027"), "{}", told[0].body);
}

#[tokio::test]
async fn another_rhythm_counts_from_its_day_and_the_number_stays() {
    let (salon, shop) = TestSalon::with_shop().await;
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
    let (salon, shop) = TestSalon::with_shop().await;
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
    let (salon, shop) = TestSalon::with_shop().await;
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
    let (salon, shop) = TestSalon::with_shop().await;
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
async fn services_side_by_side_that_one_person_takes_on_follow_each_other() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    for (branch, time) in [(&shop.open, "12:00"), (&shop.staffed, "15:00")] {
        let by = |cut: &StaffMember| {
            json!([
                { "serviceId": shop.colour.id, "staffId": shop.ravi.id, "startTime": time },
                { "serviceId": shop.cut.id, "staffId": cut.id, "startTime": time },
            ])
        };
        let pair = json!([
            { "serviceId": shop.colour.id, "staffId": shop.ravi.id }, { "serviceId": shop.cut.id, "staffId": shop.meera.id },
        ]);
        let body = with(with(cuts(&shop, branch, &asha), "services", pair), "startTime", json!(time));
        let repeat = made(&desk, with(body, "onConflict", json!("skip"))).await;
        let second = format!("/api/bookings/{}", repeat["occurrences"][1]["bookingId"].as_str().unwrap());
        let assign = |cut: &StaffMember| json!({ "action": "assign", "services": by(cut) });
        desk.patch(&second, assign(&shop.meera)).await.ok();
        desk.patch(&second, assign(&shop.ravi)).await.invalid(&["services"]);
        let after = desk.patch(&path(&repeat), json!({ "from": FIRST, "staffId": shop.ravi.id })).await.ok();
        assert_eq!(listed(&after["repeat"]), at(&DATES, time));
        for booking in bookings(&desk, &after["repeat"]).await {
            let services = booking["services"].as_array().unwrap();
            assert!(services.iter().all(|service| service["staffId"] == json!(shop.ravi.id)), "{booking}");
            assert_eq!(services[0]["endTime"], services[1]["startTime"], "{booking}");
            assert_eq!(booking["endTime"], services[1]["endTime"], "{booking}");
        }
    }
    salon.no_double_bookings(date(FIRST), 90).await;
}
