//! Rosters, blocks, closures and leave, and what they do to the slots.

use futures::future::join;
use parlour_booking::slots::ledger::DayLedger;
use parlour_people::staff::StaffMember;
use parlour_settings::App;
use parlour_setup::branches::{Branch, WeekdayHours};
use parlour_storage::table::keys;
use parlour_tests::counts::rounds;
use parlour_tests::{Shop, TestSalon};
use parlour_values::role::Role;
use parlour_values::time::Interval;
use serde_json::{Value, json};

async fn reason(salon: &TestSalon, shop: &Shop, date: &str, start: &str, service: &str) -> Value {
    let path = format!("/api/availability?date={date}&branchId={}&serviceIds={service}&explain=true", shop.staffed.id);
    let data = salon.visitor().get(&path).await.ok();
    let slot = data["slots"].as_array().unwrap().iter().find(|slot| slot["startTime"] == start).unwrap().clone();
    slot.get("reason").cloned().unwrap_or(Value::Null)
}

async fn confirmed(salon: &TestSalon, shop: &Shop, date: &str, start: &str) -> String {
    let body = json!({
        "branchId": shop.staffed.id, "serviceType": "spa", "bookingDate": date, "startTime": start, "serviceIds": [shop.massage.id],
    });
    let id =
        salon.customer("Asha Rao").await.post("/api/bookings", body).await.created()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/bookings/{id}");
    salon.reception().await.patch(&path, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    id
}

#[tokio::test]
async fn a_week_and_a_days_exception_shape_the_slots() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let weekly = format!("/api/schedule/staff/{}/weekly", shop.meera.id);
    let tuesday = json!({ "weekday": 2, "shifts": [{ "start": "10:00", "end": "18:00" }], "breaks": [{ "start": "13:00", "end": "14:00" }] });
    let body = json!({ "effectiveFrom": "2026-11-16", "days": [tuesday] });
    assert_eq!(manager.put(&weekly, body).await.ok()["days"][0]["weekday"], 2);
    let massage = shop.massage.id.as_str();
    assert_eq!(reason(&salon, &shop, "2026-11-17", "12:00", massage).await, Value::Null);
    assert_eq!(reason(&salon, &shop, "2026-11-17", "12:30", massage).await, "off_shift");
    assert_eq!(reason(&salon, &shop, "2026-11-17", "17:30", massage).await, "off_shift");
    assert_eq!(reason(&salon, &shop, "2026-11-18", "12:00", massage).await, "off_shift");

    let day = format!("/api/schedule/staff/{}/days/2026-11-18", shop.meera.id);
    manager.put(&day, json!({ "shifts": [{ "start": "12:00", "end": "15:00" }] })).await.ok();
    assert_eq!(reason(&salon, &shop, "2026-11-18", "12:00", massage).await, Value::Null);
    manager.put(&day, json!({ "off": true })).await.ok();
    assert_eq!(reason(&salon, &shop, "2026-11-18", "12:00", massage).await, "off_shift");

    let board =
        manager.get(&format!("/api/schedule?branchId={}&from=2026-11-17&to=2026-11-18", shop.staffed.id)).await.ok();
    let row =
        board["staff"].as_array().unwrap().iter().find(|row| row["staffId"] == json!(shop.meera.id)).unwrap().clone();
    assert_eq!(row["days"][0]["shifts"], json!([{ "start": "10:00", "end": "18:00" }]));
    assert_eq!((&row["days"][1]["shifts"], &row["days"][1]["leave"]), (&json!([]), &json!(false)));
}

#[tokio::test]
async fn a_bad_week_is_refused_by_the_paths_of_its_fields() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let weekly = format!("/api/schedule/staff/{}/weekly", shop.meera.id);
    let part = |start: &str, end: &str| json!({ "start": start, "end": end });
    let body = json!({ "effectiveFrom": "2026-11-16", "days": [
        { "weekday": 1, "shifts": [part("10:00", "14:00"), part("13:00", "18:00")] },
        { "weekday": 1, "shifts": [part("09:00", "12:00")] },
        { "weekday": 3, "shifts": [part("12:00", "11:00")] },
    ] });
    let error = manager.put(&weekly, body).await.refused(400, "VALIDATION_ERROR");
    for path in ["days.0.shifts.1", "days.1.weekday", "days.1.shifts.0", "days.2.shifts.0"] {
        assert!(error["details"].get(path).is_some(), "{path}: {error}");
    }
    manager
        .put(&weekly, json!({ "days": [{ "weekday": 8, "shifts": [] }] }))
        .await
        .invalid(&["effectiveFrom", "days.0.weekday"]);
    manager
        .put("/api/schedule/staff/nobody/weekly", json!({ "effectiveFrom": "2026-11-16", "days": [] }))
        .await
        .refused(404, "NOT_FOUND");
    let backward = json!([part("12:00", "11:00")]);
    let week = json!({ "effectiveFrom": "2026-11-16", "days": [{ "weekday": 1, "shifts": backward }] });
    manager.put("/api/schedule/staff/nobody/weekly", week).await.invalid(&["days.0.shifts.0"]);
    let day = json!({ "shifts": backward });
    manager.put("/api/schedule/staff/nobody/days/2026-11-18", day).await.invalid(&["shifts.0"]);
    let day = |date: &str| format!("/api/schedule/staff/{}/days/{date}", shop.meera.id);
    manager.put(&day("2026-02-30"), json!({ "off": true })).await.invalid(&["date"]);
    manager.put(&day("2026-11-18"), json!({})).await.invalid(&["shifts"]);
    manager.get("/api/schedule?from=2026-11-01&to=2026-12-02").await.invalid(&["to"]);
    manager.get("/api/schedule?from=2026-11-02&to=2026-11-01").await.invalid(&["to"]);
    salon.reception().await.get("/api/schedule").await.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn a_block_keeps_time_free_until_it_is_lifted_and_never_over_a_confirmed_booking() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let block = |start: &str, end: &str| json!({ "staffId": shop.meera.id, "date": "2026-11-17", "startTime": start, "endTime": end, "reason": "training" });
    let made = manager.post("/api/schedule/blocks", block("12:00", "13:00")).await.created()["block"].clone();
    let massage = shop.massage.id.as_str();
    assert_eq!(reason(&salon, &shop, "2026-11-17", "11:30", massage).await, "blocked");
    let listed = manager.get("/api/schedule/blocks").await.ok()["blocks"].clone();
    assert_eq!(listed, json!([made]));
    let others = manager.get(&format!("/api/schedule/blocks?staffId={}", shop.ravi.id)).await.ok();
    assert_eq!(others["blocks"], json!([]));
    manager.get("/api/schedule/blocks?from=2026-11-01&to=2026-12-02").await.invalid(&["to"]);
    let path = format!("/api/schedule/blocks/{}", made["id"].as_str().unwrap());
    assert_eq!(manager.delete(&path).await.ok(), json!({ "ok": true }));
    manager.delete(&path).await.refused(404, "NOT_FOUND");
    assert_eq!(reason(&salon, &shop, "2026-11-17", "11:30", massage).await, Value::Null);

    let booking = confirmed(&salon, &shop, "2026-11-17", "12:00").await;
    let refused = manager.post("/api/schedule/blocks", block("12:30", "14:00")).await.refused(409, "CONFLICT");
    assert_eq!(refused["details"]["bookingIds"], json!([booking]));
    manager.post("/api/schedule/blocks", block("14:00", "13:00")).await.invalid(&["endTime"]);
    manager.post("/api/schedule/blocks", json!({})).await.invalid(&[
        "staffId",
        "date",
        "startTime",
        "endTime",
        "reason",
    ]);
}

#[tokio::test]
async fn a_branch_is_shut_for_a_day_unless_somebody_has_been_promised_it() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let close = |date: &str| json!({ "branchId": shop.staffed.id, "date": date, "reason": "stocktaking" });
    let booking = confirmed(&salon, &shop, "2026-11-18", "12:00").await;
    let refused = manager.post("/api/schedule/closures", close("2026-11-18")).await.refused(409, "CONFLICT");
    assert_eq!(refused["details"]["bookingIds"], json!([booking]));

    let closure = manager.post("/api/schedule/closures", close("2026-11-17")).await.created()["closure"].clone();
    manager.post("/api/schedule/closures", close("2026-11-17")).await.refused(409, "CONFLICT");
    assert_eq!(reason(&salon, &shop, "2026-11-17", "12:00", shop.massage.id.as_str()).await, "closed");
    let listed = manager.get(&format!("/api/schedule/closures?branchId={}", shop.staffed.id)).await.ok();
    assert_eq!(listed["closures"].as_array().map(Vec::len), Some(1));
    let path = format!("/api/schedule/closures/{}", closure["id"].as_str().unwrap());
    manager.delete(&path).await.ok();
    manager.delete(&path).await.refused(404, "NOT_FOUND");
    manager.delete("/api/schedule/closures/x").await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn leave_is_asked_for_granted_and_taken_back() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (meera, manager) = (salon.signed_in_as(&shop.meera).await, salon.manager().await);
    let ask = |from: &str, to: &str| json!({ "leaveType": "casual", "startDate": from, "endDate": to });
    let leave = meera.post("/api/me/leave", ask("2026-11-20", "2026-11-21")).await.created()["leave"].clone();
    assert_eq!(leave["status"], "pending");
    meera.post("/api/me/leave", ask("2026-11-21", "2026-11-25")).await.refused(409, "CONFLICT");
    meera.post("/api/me/leave", ask("2026-11-15", "2026-11-15")).await.refused(422, "BUSINESS_RULE_VIOLATION");
    meera.post("/api/me/leave", ask("2026-12-02", "2026-12-01")).await.invalid(&["endDate"]);
    meera.post("/api/me/leave", ask("2026-12-01", "2027-02-01")).await.invalid(&["endDate"]);
    meera.post("/api/me/leave", json!({ "leaveType": "long" })).await.invalid(&["leaveType", "startDate", "endDate"]);

    let path = format!("/api/schedule/leave/{}", leave["id"].as_str().unwrap());
    manager.post(&format!("{path}/reject"), json!({})).await.invalid(&["note"]);
    assert_eq!(
        manager.post(&format!("{path}/approve"), json!({ "note": "enjoy" })).await.ok()["leave"]["status"],
        "approved"
    );
    manager.post(&format!("{path}/approve"), json!({})).await.refused(409, "CONFLICT");
    assert_eq!(reason(&salon, &shop, "2026-11-20", "12:00", shop.massage.id.as_str()).await, "on_leave");
    assert_eq!(meera.get("/api/me/leave?status=approved").await.ok()["leave"].as_array().map(Vec::len), Some(1));
    assert_eq!(manager.get("/api/schedule/leave?status=pending").await.ok()["leave"], json!([]));

    let own = format!("/api/me/leave/{}", leave["id"].as_str().unwrap());
    meera.delete(&own).await.ok();
    meera.delete(&own).await.refused(409, "CONFLICT");
    assert_eq!(reason(&salon, &shop, "2026-11-20", "12:00", shop.massage.id.as_str()).await, Value::Null);
    meera.post("/api/me/leave", ask("2026-11-20", "2026-11-21")).await.created();
    meera.delete("/api/me/leave/nobody").await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn nobody_grants_their_own_leave_nor_leave_over_a_promise() {
    let (salon, shop) = TestSalon::with_shop().await;
    let user = salon.user_of(&shop.meera, Role::Manager).await;
    let (meera, manager) = (salon.signed_in(&user, App::Admin).await, salon.manager().await);
    let booking = confirmed(&salon, &shop, "2026-11-20", "12:00").await;
    let body = json!({ "leaveType": "sick", "startDate": "2026-11-20", "endDate": "2026-11-20" });
    let leave = meera.post("/api/me/leave", body).await.created()["leave"]["id"].as_str().unwrap().to_owned();
    let approve = format!("/api/schedule/leave/{leave}/approve");
    meera.post(&approve, json!({})).await.refused(403, "FORBIDDEN");
    let refused = manager.post(&approve, json!({})).await.refused(409, "CONFLICT");
    assert_eq!(refused["details"]["bookingIds"], json!([booking]));
    manager.post("/api/schedule/leave/nobody/approve", json!({})).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn i_see_my_own_days_and_customers_by_first_name_only() {
    let (salon, shop) = TestSalon::with_shop().await;
    let meera = salon.signed_in_as(&shop.meera).await;
    confirmed(&salon, &shop, "2026-11-17", "12:00").await;
    let me = meera.get("/api/me").await.ok();
    assert_eq!((&me["user"]["role"], &me["staff"]["id"]), (&json!("staff"), &json!(shop.meera.id)));
    let days = meera.get("/api/me/schedule?from=2026-11-17&to=2026-11-17").await.ok()["days"].clone();
    let booking = &days[0]["bookings"][0];
    assert_eq!((&booking["customerName"], &booking["startTime"]), (&json!("Asha"), &json!("12:00:00")));
    assert_eq!(days[0]["shifts"], json!([{ "start": "10:00", "end": "21:00" }]));
    let desk = salon.reception().await;
    assert_eq!(desk.get("/api/me").await.ok()["staff"], Value::Null);
    let days = desk.get("/api/me/schedule?from=2026-11-17&to=2026-11-17").await.ok()["days"].clone();
    assert_eq!(days, json!([{ "date": "2026-11-17", "shifts": [], "breaks": [], "leave": false, "bookings": [] }]));
    salon.anyone(App::Admin).get("/api/me").await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn i_see_a_visit_of_the_day_that_is_over_before_its_time() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (meera, desk, manager) =
        (salon.signed_in_as(&shop.meera).await, salon.reception().await, salon.manager().await);
    let late = confirmed(&salon, &shop, "2026-11-16", "15:00").await;
    confirmed(&salon, &shop, "2026-11-16", "18:00").await;
    let seen = async || -> Vec<(Value, Value)> {
        let days = meera.get("/api/me/schedule?from=2026-11-16&to=2026-11-16").await.ok()["days"].clone();
        let bookings = days[0]["bookings"].as_array().unwrap().iter();
        bookings.map(|booking| (booking["startTime"].clone(), booking["status"].clone())).collect()
    };
    let row = |start: &str, status: &str| (json!(start), json!(status));
    salon.set_clock("2026-11-16T11:00:00+05:30");
    desk.post(&format!("/api/bookings/{late}/complete"), json!({ "paymentMethod": "cash" })).await.ok();
    assert_eq!(seen().await, [row("15:00:00", "completed"), row("18:00:00", "confirmed")]);
    let date = "2026-11-16".parse().unwrap();
    assert_eq!(salon.day_of(&shop.meera, date).await.busy().len(), 1, "its time is free");
    confirmed(&salon, &shop, "2026-11-16", "15:30").await;

    let invoice = salon.invoice_of(&late.as_str().into()).await.id;
    manager.post(&format!("/api/billing/invoices/{invoice}/void"), json!({ "reason": "wrong" })).await.ok();
    let expected = [row("15:00:00", "confirmed"), row("15:30:00", "confirmed"), row("18:00:00", "confirmed")];
    assert_eq!(seen().await, expected);
    desk.post(&format!("/api/bookings/{late}/cancel"), json!({ "reason": "gone" })).await.ok();
    assert_eq!(seen().await.len(), 2);
}

#[tokio::test]
async fn i_see_a_visit_that_is_over_once_i_am_said_to_have_done_it() {
    let (salon, shop) = TestSalon::with_shop().await;
    let nina = salon.staff("Nina", &[&shop.staffed], &[&shop.massage]).await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let people = [(&shop.meera, salon.signed_in_as(&shop.meera).await), (&nina, salon.signed_in_as(&nina).await)];
    // One of them is over at 12:40, the other a day early.
    let (today, tomorrow) =
        (confirmed(&salon, &shop, "2026-11-16", "12:00").await, confirmed(&salon, &shop, "2026-11-17", "12:00").await);
    salon.set_clock("2026-11-16T12:40:00+05:30");
    for id in [&today, &tomorrow] {
        desk.post(&format!("/api/bookings/{id}/complete"), json!({ "paymentMethod": "cash" })).await.ok();
    }
    salon.set_clock("2026-11-16T15:00:00+05:30");
    for (does, does_not) in [(1, 0), (0, 1)] {
        for id in [&today, &tomorrow] {
            let assign = json!({ "action": "assign", "staffId": people[does].0.id });
            desk.patch(&format!("/api/bookings/{id}"), assign).await.ok();
        }
        for (who, expected, minutes) in [(does, [&today, &tomorrow].as_slice(), 40), (does_not, &[], 0)] {
            let (member, client) = &people[who];
            let days = client.get("/api/me/schedule?from=2026-11-16&to=2026-11-17").await.ok()["days"].clone();
            let bookings = days.as_array().unwrap().iter().flat_map(|day| day["bookings"].as_array().unwrap());
            let seen: Vec<&str> = bookings.map(|booking| booking["id"].as_str().unwrap()).collect();
            assert_eq!(seen, expected, "{}", member.display_name);
            let board = format!("/api/schedule?branchId={}&from=2026-11-16&to=2026-11-17", shop.staffed.id);
            let board = manager.get(&board).await.ok();
            let mut rows = board["staff"].as_array().unwrap().iter();
            let row = rows.find(|row| row["staffId"] == json!(member.id)).unwrap();
            let booked: Vec<_> = row["days"].as_array().unwrap().iter().map(|day| &day["bookedMinutes"]).collect();
            assert_eq!(booked, [&json!(minutes), &json!(0)], "{}", member.display_name);
        }
    }
}

#[tokio::test]
async fn i_am_at_work_without_a_roster_whenever_one_of_my_branches_is_open() {
    let (salon, shop) = TestSalon::with_shop().await;
    let early = Interval { start: "08:00".parse().unwrap(), end: "12:00".parse().unwrap() };
    let hours = vec![WeekdayHours { weekday: 3, opening: None }, WeekdayHours { weekday: 4, opening: Some(early) }];
    salon.put(&Branch { hours, ..shop.open.clone() }).await;
    let nila = salon.staff("Nila", &[&shop.open, &shop.staffed], &[&shop.cut]).await;
    let nila = salon.signed_in_as(&nila).await;
    let days = nila.get("/api/me/schedule?from=2026-11-18&to=2026-11-19").await.ok()["days"].clone();
    assert_eq!(days[0]["shifts"], json!([{ "start": "10:00", "end": "21:00" }]), "the other branch is open");
    assert_eq!(days[1]["shifts"], json!([{ "start": "08:00", "end": "21:00" }]));
}

#[tokio::test]
async fn the_current_month_is_shown_where_no_days_are_asked_for() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (meera, manager) = (salon.signed_in_as(&shop.meera).await, salon.manager().await);
    let ends = |days: &Value| {
        let days = days.as_array().unwrap();
        (days[0]["date"].as_str().unwrap().to_owned(), days.last().unwrap()["date"].as_str().unwrap().to_owned())
    };
    for (query, from, to) in [
        ("", "2026-11-01", "2026-11-30"),
        ("?from=2026-12-10", "2026-12-10", "2026-12-31"),
        ("?to=2026-10-10", "2026-10-01", "2026-10-10"),
    ] {
        let expected = (from.to_owned(), to.to_owned());
        let own = meera.get(&format!("/api/me/schedule{query}")).await.ok();
        assert_eq!(ends(&own["days"]), expected, "{query}");
        let board = manager.get(&format!("/api/schedule{query}")).await;
        assert_eq!(ends(&board.ok()["staff"][0]["days"]), expected, "{query}");
        assert_eq!(board.meta(), Value::Null, "its days bound it");
    }
}

#[tokio::test]
async fn leave_and_closures_come_in_pages() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (meera, manager) = (salon.signed_in_as(&shop.meera).await, salon.manager().await);
    for day in ["2026-11-20", "2026-11-22", "2026-11-24"] {
        let ask = json!({ "leaveType": "casual", "startDate": day, "endDate": day });
        meera.post("/api/me/leave", ask).await.created();
        let close = json!({ "branchId": shop.open.id, "date": day, "reason": "festival" });
        manager.post("/api/schedule/closures", close).await.created();
    }
    for (who, path, list) in [
        (&meera, "/api/me/leave", "leave"),
        (&manager, "/api/schedule/leave", "leave"),
        (&manager, "/api/schedule/closures", "closures"),
    ] {
        assert_eq!(who.get(path).await.meta(), json!({ "page": 1, "totalPages": 1, "totalCount": 3 }), "{path}");
        let second = who.get(&format!("{path}?page=2&pageSize=2")).await;
        assert_eq!(second.ok()[list].as_array().map(Vec::len), Some(1), "{path}");
        assert_eq!(second.meta(), json!({ "page": 2, "totalPages": 2, "totalCount": 3 }), "{path}");
        who.get(&format!("{path}?page=0&pageSize=101")).await.invalid(&["page", "pageSize"]);
    }
}

#[tokio::test]
async fn somebody_without_a_place_in_the_team_has_leave_too() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (meera, manager) = (salon.signed_in_as(&shop.meera).await, salon.manager().await);
    let ask = json!({ "leaveType": "sick", "startDate": "2026-11-20", "endDate": "2026-11-20" });
    let leave = manager.post("/api/me/leave", ask.clone()).await.created()["leave"].clone();
    assert_eq!((&leave["staffId"], &leave["userId"]), (&Value::Null, &json!(manager.id())));
    manager.post("/api/me/leave", ask.clone()).await.refused(409, "CONFLICT");
    let path = format!("/api/schedule/leave/{}", leave["id"].as_str().unwrap());
    manager.post(&format!("{path}/approve"), json!({})).await.refused(403, "FORBIDDEN");
    manager.post(&format!("{path}/reject"), json!({ "note": "no" })).await.refused(403, "FORBIDDEN");
    salon.person("Olga", Role::Owner).await.post(&format!("{path}/approve"), json!({})).await.ok();
    let day = manager.get("/api/me/schedule?from=2026-11-20&to=2026-11-20").await.ok()["days"][0].clone();
    assert_eq!((&day["leave"], &day["shifts"]), (&json!(true), &json!([])));
    assert_eq!(manager.get("/api/me/leave").await.ok()["leave"][0]["id"], leave["id"]);

    let others = meera.post("/api/me/leave", ask).await.created()["leave"]["id"].as_str().unwrap().to_owned();
    manager.delete(&format!("/api/me/leave/{others}")).await.refused(404, "NOT_FOUND");
    manager.delete(&format!("/api/me/leave/{}", leave["id"].as_str().unwrap())).await.ok();
}

#[tokio::test]
async fn leave_stays_with_whoever_gets_a_place_in_the_team() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (reena, manager) = (salon.reception().await, salon.manager().await);
    let ask = |day: &str| json!({ "leaveType": "casual", "startDate": day, "endDate": day });
    let leave = reena.post("/api/me/leave", ask("2026-11-20")).await.created()["leave"].clone();
    let id = leave["id"].as_str().unwrap();
    manager.post(&format!("/api/schedule/leave/{id}/approve"), json!({})).await.ok();
    let joins = json!({
        "email": reena.user.as_ref().unwrap().email, "name": "Reena", "branchIds": [shop.staffed.id],
        "serviceIds": [shop.cut.id],
    });
    let staff = manager.post("/api/staff", joins.clone()).await.created()["staff"]["id"].clone();
    manager.post("/api/staff", joins).await.refused(409, "CONFLICT");

    let free = async || -> usize {
        let (branch, cut, staff) = (&shop.staffed.id, &shop.cut.id, staff.as_str().unwrap());
        let day = format!("/api/availability?date=2026-11-20&branchId={branch}&serviceIds={cut}&staffId={staff}");
        let slots = salon.visitor().get(&day).await.ok()["slots"].clone();
        slots.as_array().unwrap().iter().filter(|slot| slot["available"] == true).count()
    };
    assert_eq!(free().await, 0);
    let own = reena.get("/api/me/leave").await.ok()["leave"].clone();
    assert_eq!((own.as_array().map(Vec::len), &own[0]["id"]), (Some(1), &leave["id"]));
    reena.post("/api/me/leave", ask("2026-11-20")).await.refused(409, "CONFLICT");
    let next = reena.post("/api/me/leave", ask("2026-11-21")).await.created()["leave"].clone();
    assert_eq!(next["staffId"], staff);
    reena.delete(&format!("/api/me/leave/{id}")).await.ok();
    assert!(free().await > 0);
}

#[tokio::test]
async fn a_closure_sees_whom_the_desk_borrowed_and_who_has_left_for_another_branch() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let nila = salon.staff("Nila", &[&shop.open], &[&shop.massage]).await;
    let close = |date: &str| json!({ "branchId": shop.staffed.id, "date": date, "reason": "stocktaking" });
    let give = |member: &StaffMember| json!({ "action": "approve", "staffId": member.id });

    let borrowed = asha.book(shop.request(&shop.staffed, &[&shop.massage], "2026-11-17", "12:00")).await;
    desk.patch(&borrowed, give(&nila)).await.ok();
    let refused = manager.post("/api/schedule/closures", close("2026-11-17")).await.refused(409, "CONFLICT");
    assert!(borrowed.ends_with(refused["details"]["bookingIds"][0].as_str().unwrap()));

    let left = asha.book(shop.request(&shop.staffed, &[&shop.massage], "2026-11-18", "12:00")).await;
    manager.patch(&format!("/api/staff/{}", shop.meera.id), json!({ "branchIds": [shop.open.id] })).await.ok();
    desk.patch(&left, give(&shop.meera)).await.ok();
    let refused = manager.post("/api/schedule/closures", close("2026-11-18")).await.refused(409, "CONFLICT");
    assert!(left.ends_with(refused["details"]["bookingIds"][0].as_str().unwrap()));

    manager.patch(&format!("/api/staff/{}", shop.meera.id), json!({ "branchIds": [shop.staffed.id] })).await.ok();
    for round in 0..rounds() {
        let first = parlour_values::time::IstDate::from_ymd(2026, 12, 1).unwrap();
        let date = first.plus_days(u64::try_from(round).unwrap()).to_string();
        let path = asha.book(shop.request(&shop.staffed, &[&shop.massage], &date, "12:00")).await;
        let (promised, closed) =
            join(desk.patch(&path, give(&nila)), manager.post("/api/schedule/closures", close(&date))).await;
        assert!(promised.status.is_success() != closed.status.is_success(), "{} {}", promised.status, closed.status);
    }
}

#[tokio::test]
async fn a_closure_reaches_everybody_of_a_branch_with_more_people_than_one_transaction_holds() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let mut people = Vec::new();
    for number in 0..110 {
        people.push(salon.staff(&format!("Nila {number}"), &[&shop.staffed], &[&shop.massage]).await);
    }
    let close = |date: &str| json!({ "branchId": shop.staffed.id, "date": date, "reason": "stocktaking" });
    manager.post("/api/schedule/closures", close("2026-11-17")).await.created();
    let date = "2026-11-17".parse().unwrap();
    for person in &people {
        let day = salon.salon.table.get::<DayLedger>(&keys::staff_day(&person.id, date)).await.unwrap();
        assert_eq!(day.map(|day| day.version), Some(1), "{}", person.id);
    }

    let last = people.iter().max_by_key(|person| &person.id).unwrap();
    let give = json!({ "action": "approve", "staffId": last.id });
    let promised = asha.book(shop.request(&shop.staffed, &[&shop.massage], "2026-11-18", "12:00")).await;
    desk.patch(&promised, give.clone()).await.ok();
    manager.post("/api/schedule/closures", close("2026-11-18")).await.refused(409, "CONFLICT");
    for round in 0..rounds() {
        let first = parlour_values::time::IstDate::from_ymd(2026, 12, 1).unwrap();
        let date = first.plus_days(u64::try_from(round).unwrap()).to_string();
        let path = asha.book(shop.request(&shop.staffed, &[&shop.massage], &date, "12:00")).await;
        let (promised, closed) =
            join(desk.patch(&path, give.clone()), manager.post("/api/schedule/closures", close(&date))).await;
        let closures = manager.get(&format!("/api/schedule/closures?branchId={}", shop.staffed.id)).await.ok();
        let is_closed = closures["closures"].as_array().unwrap().iter().any(|closure| closure["date"] == json!(date));
        assert_eq!(is_closed, closed.status.is_success());
        assert!(!(promised.status.is_success() && is_closed), "{} {}", promised.status, closed.status);
    }
}

#[tokio::test]
async fn a_promise_and_a_leave_block_or_closure_over_it_never_both_happen() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (meera, manager, desk) =
        (salon.signed_in_as(&shop.meera).await, salon.manager().await, salon.reception().await);
    let asha = salon.customer("Asha").await;
    for round in 0..rounds() {
        for kind in 0..3 {
            let date = parlour_values::time::IstDate::from_ymd(2026, 12, 1)
                .unwrap()
                .plus_days(u64::try_from(round * 3 + kind).unwrap());
            let body = json!({
                "branchId": shop.staffed.id, "serviceType": "spa", "bookingDate": date, "startTime": "12:00", "serviceIds": [shop.massage.id],
            });
            let booking = asha.post("/api/bookings", body).await.created()["id"].as_str().unwrap().to_owned();
            let (path, approve) =
                (format!("/api/bookings/{booking}"), json!({ "action": "approve", "staffId": shop.meera.id }));
            let (against, body) = match kind {
                0 => {
                    let ask = json!({ "leaveType": "casual", "startDate": date, "endDate": date });
                    let leave =
                        meera.post("/api/me/leave", ask).await.created()["leave"]["id"].as_str().unwrap().to_owned();
                    (format!("/api/schedule/leave/{leave}/approve"), json!({}))
                }
                1 => {
                    let block = json!({ "staffId": shop.meera.id, "date": date, "startTime": "12:30", "endTime": "13:00", "reason": "x" });
                    ("/api/schedule/blocks".to_owned(), block)
                }
                _ => (
                    "/api/schedule/closures".to_owned(),
                    json!({ "branchId": shop.staffed.id, "date": date, "reason": "x" }),
                ),
            };
            let (promised, taken) = join(desk.patch(&path, approve), manager.post(&against, body)).await;
            assert!(
                promised.status.is_success() != taken.status.is_success(),
                "{} {}: {} {}",
                round,
                kind,
                promised.status,
                taken.status
            );
            for refused in [&promised, &taken].into_iter().filter(|reply| !reply.status.is_success()) {
                assert_eq!(refused.status, 409);
            }
        }
    }
}
