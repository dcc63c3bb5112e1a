//! Clashes of leave, closures, rosters and deactivation, named before anything is done.

use http::Method;
use parlour_tests::{Client, Shop, TestSalon};
use serde_json::{Value, json};

use super::call::{before_the_call, everything, refused};
use super::{DryRunCall, post};

const DAY: &str = "2026-11-17";

/// A massage with Meera at the staffed branch, confirmed.
async fn confirmed(salon: &TestSalon, shop: &Shop, date: &str, start: &str) -> Value {
    let path = salon.customer("Asha").await.book(shop.request(&shop.staffed, &[&shop.massage], date, start)).await;
    salon.reception().await.patch(&path, json!({ "action": "approve", "staffId": shop.meera.id })).await.ok();
    json!(path.trim_start_matches("/api/bookings/"))
}

fn put<'a, 'b>(who: &'a Client<'b>, path: &'a str, body: &Value) -> DryRunCall<'a, 'b> {
    DryRunCall { who, method: Method::PUT, path, body: Some(body.to_string()) }
}

#[tokio::test]
async fn a_closure_and_a_block_over_a_promised_booking_are_refused_by_name() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let booking = confirmed(&salon, &shop, DAY, "12:00").await;
    let closure = json!({ "branchId": shop.staffed.id, "date": DAY, "reason": "Holiday" });
    let error = refused(&post(&manager, "/api/schedule/closures", &closure), 409, "CONFLICT").await;
    assert_eq!(error["details"]["bookingIds"], json!([booking]));
    let block = json!({
        "staffId": shop.meera.id, "date": DAY, "startTime": "12:30", "endTime": "13:30", "reason": "Training",
    });
    let error = refused(&post(&manager, "/api/schedule/blocks", &block), 409, "CONFLICT").await;
    assert_eq!(error["details"]["bookingIds"], json!([booking]));

    let closure = json!({ "branchId": shop.staffed.id, "date": "2026-11-18", "reason": "Holiday" });
    let dry = manager.post("/api/schedule/closures?dryRun=true", closure.clone()).await.created();
    assert_eq!((&dry["closure"]["id"], &dry["closure"]["date"]), (&Value::Null, &json!("2026-11-18")));
    manager.post("/api/schedule/closures", closure.clone()).await.created();
    refused(&post(&manager, "/api/schedule/closures", &closure), 409, "CONFLICT").await;
}

#[tokio::test]
async fn leave_names_the_bookings_when_it_is_asked_for_and_when_it_is_approved() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let meera = salon.signed_in_as(&shop.meera).await;
    let booking = confirmed(&salon, &shop, DAY, "12:00").await;

    let ask = |start: &str, end: &str| json!({ "leaveType": "casual", "startDate": start, "endDate": end });
    let dry = meera.post("/api/me/leave?dryRun=true", ask("2026-11-17", "2026-11-18")).await.created();
    assert_eq!(dry["clashes"], json!({ "bookingIds": [booking] }));
    assert_eq!((&dry["leave"]["id"], &dry["leave"]["status"]), (&Value::Null, &json!("pending")));
    let free = meera.post("/api/me/leave?dryRun=true", ask("2026-11-18", "2026-11-19")).await.created();
    assert_eq!(free["clashes"], json!({ "bookingIds": [] }));

    let asked = meera.post("/api/me/leave", ask("2026-11-17", "2026-11-18")).await.created();
    assert!(asked.get("clashes").is_none(), "{asked}");
    let approve = format!("/api/schedule/leave/{}/approve", asked["leave"]["id"].as_str().unwrap());
    let error = refused(&post(&manager, &approve, &json!({})), 409, "CONFLICT").await;
    assert_eq!(error["details"]["bookingIds"], json!([booking]));
}

#[tokio::test]
async fn a_roster_names_the_bookings_outside_its_hours() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let noon = confirmed(&salon, &shop, DAY, "12:00").await;
    let late = confirmed(&salon, &shop, DAY, "17:00").await;
    let next_week = confirmed(&salon, &shop, "2026-11-24", "12:00").await;
    let weekly = format!("/api/schedule/staff/{}/weekly", shop.meera.id);
    let week = |from: &str, start: &str, end: &str| {
        let tuesday = json!({ "weekday": 2, "shifts": [{ "start": start, "end": end }], "breaks": [] });
        json!({ "effectiveFrom": from, "days": [tuesday] })
    };
    let before = everything(&salon).await;
    let clashes = async |path: &str, body: Value| {
        let data = manager.put(&format!("{path}?dryRun=true"), body).await.ok();
        data["clashes"]["bookingIds"].clone()
    };
    assert_eq!(clashes(&weekly, week("2026-11-16", "10:00", "21:00")).await, json!([]));
    assert_eq!(clashes(&weekly, week("2026-11-16", "10:00", "18:00")).await, json!([]), "the buffer may run over");
    assert_eq!(clashes(&weekly, week("2026-11-16", "10:00", "17:30")).await, json!([late]));
    assert_eq!(clashes(&weekly, week("2026-11-16", "13:00", "21:00")).await, json!([noon, next_week]));
    assert_eq!(clashes(&weekly, week("2026-11-18", "13:00", "21:00")).await, json!([next_week]));

    let day = format!("/api/schedule/staff/{}/days/{DAY}", shop.meera.id);
    assert_eq!(clashes(&day, json!({ "off": true })).await, json!([noon, late]));
    assert_eq!(clashes(&day, json!({ "shifts": [{ "start": "12:00", "end": "15:00" }] })).await, json!([late]));
    assert_eq!(everything(&salon).await, before);

    // Nobody is kept from it: the call answers as before, without them.
    before_the_call(&salon, &put(&manager, &day, &json!({ "off": true }))).await;
    let set = manager.put(&weekly, week("2026-11-16", "13:00", "21:00")).await.ok();
    assert!(set.get("clashes").is_none(), "{set}");
    // A day that an exception covers does not clash with the week behind it.
    manager.put(&day, json!({ "shifts": [{ "start": "10:00", "end": "21:00" }] })).await.ok();
    assert_eq!(clashes(&weekly, week("2026-11-16", "13:00", "21:00")).await, json!([next_week]));
}

#[tokio::test]
async fn deactivation_names_the_bookings_that_nobody_can_take() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let mut bookings = vec![confirmed(&salon, &shop, DAY, "12:00").await, confirmed(&salon, &shop, DAY, "16:00").await];
    bookings.sort_by_key(ToString::to_string);
    let path = format!("/api/staff/{}/deactivate", shop.meera.id);
    let error = refused(&post(&manager, &path, &json!({})), 409, "CONFLICT").await;
    assert_eq!(error["details"]["bookingIds"], json!(bookings));
    let leave = DryRunCall {
        method: Method::PATCH,
        path: &format!("/api/staff/{}", shop.meera.id),
        ..post(&manager, &path, &json!({ "isActive": false }))
    };
    refused(&leave, 409, "CONFLICT").await;

    // A replacement who is busy at one of the times can take the other.
    let busy = json!({
        "staffId": shop.ravi.id, "date": DAY, "startTime": "16:00", "endTime": "18:00", "reason": "Training",
    });
    let block = manager.post("/api/schedule/blocks", busy).await.created()["block"]["id"].clone();
    let to_ravi = json!({ "reassignToStaffId": shop.ravi.id });
    let before = everything(&salon).await;
    let call = post(&manager, &path, &to_ravi);
    let error = call.dry().await.refused(409, "CONFLICT");
    assert_eq!(error["details"]["bookingIds"].as_array().unwrap().len(), 1);
    assert_eq!(everything(&salon).await, before);
    manager.delete(&format!("/api/schedule/blocks/{}", block.as_str().unwrap())).await.ok();

    let deactivated = before_the_call(&salon, &post(&manager, &path, &to_ravi)).await;
    assert_eq!(deactivated["staff"]["isActive"], false);
}
