//! The public slots.

use parlour_booking::slots::Closure;
use parlour_booking::slots::ledger::{Busy, DayLedger};
use parlour_tests::TestSalon;
use parlour_values::time::{Interval, IstDate};
use serde_json::{Value, json};

fn slot<'a>(slots: &'a Value, start: &str) -> &'a Value {
    slots["slots"].as_array().unwrap().iter().find(|slot| slot["startTime"] == start).unwrap()
}

#[tokio::test]
async fn an_open_branch_shows_22_slots_all_available_in_one_round_trip() {
    let (salon, shop) = TestSalon::with_shop().await;
    salon.warm(&[&shop.open]).await;
    for branch in [shop.open.id.as_str(), "nowhere"] {
        salon.wire.reset();
        let data = salon
            .visitor()
            .get(&format!("/api/availability?date=2026-11-16&branchId={branch}&explain=true"))
            .await
            .ok();
        let slots = data["slots"].as_array().unwrap();
        assert_eq!(slots.len(), 22);
        assert_eq!(slots[0], json!({ "startTime": "10:00", "endTime": "10:30", "available": true }));
        assert_eq!(slots[21]["endTime"], "21:00");
        assert!(slots.iter().all(|slot| slot["available"] == true));
        assert_eq!(salon.wire.cost().round_trips, 1);
    }
}

#[tokio::test]
async fn a_day_that_is_missing_malformed_unreal_or_past_is_refused() {
    let salon = TestSalon::open().await;
    let ask = async |query: &str| salon.visitor().get(&format!("/api/availability?{query}")).await;
    ask("").await.invalid(&["date", "branchId"]);
    ask("date=2026-13-01&branchId=b").await.invalid(&["date"]);
    ask("date=2027-02-30&branchId=b").await.invalid(&["date"]);
    ask("date=16-11-2026&branchId=b").await.invalid(&["date"]);
    ask("date=2026-11-15&branchId=b").await.invalid(&["date"]);
    ask("date=2026-11-15").await.invalid(&["date", "branchId"]);
    ask("date=2026-11-16&branchId=").await.invalid(&["branchId"]);
    ask("date=2026-11-16&branchId=b&explain=perhaps").await.invalid(&["explain"]);
    // In India it is already tomorrow.
    salon.set_clock("2026-11-16T18:30:00Z");
    ask("date=2026-11-16&branchId=b").await.invalid(&["date"]);
    ask("date=2026-11-17&branchId=b").await.ok();
}

#[tokio::test]
async fn a_staffed_branch_shows_when_somebody_is_free_and_why_not_in_one_round_trip() {
    let (salon, shop) = TestSalon::with_shop().await;
    let date: IstDate = "2026-11-17".parse().unwrap();
    for member in [&shop.meera, &shop.ravi] {
        let mut day = DayLedger::empty(member.id.clone(), date);
        let hold = Interval { start: "12:00".parse().unwrap(), end: "13:00".parse().unwrap() };
        day.record([Busy::new(hold, "b1".into(), shop.staffed.id.clone(), true)]);
        salon.put(&day).await;
    }
    let path = format!("/api/availability?date=2026-11-17&branchId={}&explain=true", shop.staffed.id);
    salon.warm(&[&shop.staffed]).await;
    salon.wire.reset();
    let data = salon.visitor().get(&path).await.ok();
    assert_eq!(salon.wire.cost().round_trips, 1);
    assert_eq!(slot(&data, "11:30"), &json!({ "startTime": "11:30", "endTime": "12:00", "available": true }));
    assert_eq!(
        slot(&data, "12:00"),
        &json!({ "startTime": "12:00", "endTime": "12:30", "available": false, "reason": "booked" })
    );

    // 45 minutes of cut do not fit before 12:00 any more from 11:30 on; the last cut begins at 20:00.
    let cut = salon.visitor().get(&format!("{path}&serviceIds={}", shop.cut.id)).await.ok();
    assert_eq!((&slot(&cut, "11:00")["available"], &slot(&cut, "11:30")["available"]), (&json!(true), &json!(false)));
    assert_eq!((&slot(&cut, "20:00")["available"], &slot(&cut, "20:30")["reason"]), (&json!(true), &json!("closed")));
    salon.visitor().get(&format!("{path}&serviceIds=unknown")).await.invalid(&["serviceIds"]);
    // Without explain there is no reason.
    let plain = salon.visitor().get(&path.replace("&explain=true", "")).await.ok();
    assert!(plain["slots"].as_array().unwrap().iter().all(|slot| slot.get("reason").is_none()));
}

#[tokio::test]
async fn a_closed_day_and_slots_already_begun_are_not_available_where_people_are_counted() {
    let (salon, shop) = TestSalon::with_shop().await;
    let today = salon
        .visitor()
        .get(&format!("/api/availability?date=2026-11-16&branchId={}&explain=true", shop.staffed.id))
        .await
        .ok();
    assert_eq!((&slot(&today, "10:00")["reason"], &slot(&today, "10:30")["available"]), (&json!("past"), &json!(true)));

    salon
        .put(&Closure {
            id: "c1".into(),
            branch_id: shop.staffed.id.clone(),
            date: "2026-11-17".parse().unwrap(),
            reason: "stocktaking".to_owned(),
            created_by: "u1".into(),
            created_at: salon.salon.clock.now(),
        })
        .await;
    let shut = salon
        .visitor()
        .get(&format!("/api/availability?date=2026-11-17&branchId={}&explain=true", shop.staffed.id))
        .await
        .ok();
    assert!(shut["slots"].as_array().unwrap().iter().all(|slot| slot["reason"] == "closed"));
}

#[tokio::test]
async fn nothing_is_offered_further_ahead_than_can_be_booked_where_people_are_counted() {
    let (salon, shop) = TestSalon::with_shop().await;
    let on = async |date: &str| {
        let path = format!("/api/availability?date={date}&branchId={}&explain=true", shop.staffed.id);
        salon.visitor().get(&path).await.ok()["slots"].as_array().unwrap().clone()
    };
    assert!(on("2027-12-21").await.iter().all(|slot| slot["available"] == true));
    assert!(on("2027-12-22").await.iter().all(|slot| slot["reason"] == "too_far"));
}

#[tokio::test]
async fn ten_looks_in_ten_seconds_are_enough() {
    let salon = TestSalon::open().await;
    let one = salon.visitor().at("127.0.0.9");
    let path = "/api/availability?date=2026-11-17&branchId=b";
    for left in (0..10).rev() {
        let reply = one.get(path).await;
        reply.ok();
        assert_eq!(reply.header("ratelimit-remaining"), Some(left.to_string().as_str()));
    }
    one.get(path).await.refused(429, "RATE_LIMITED");
}
