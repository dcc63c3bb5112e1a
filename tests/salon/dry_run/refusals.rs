//! A dry run is refused whenever the call would be, in the same words.

use futures::future::join_all;
use http::Method;
use parlour_tests::{TestSalon, path_of};
use serde_json::{Value, json};

use super::call::{everything, refused};
use super::{DryRunCall, post};

const DAY: &str = "2026-11-17";

#[tokio::test]
async fn a_taken_slot_comes_with_its_alternatives() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let cut = |start: &str| shop.request(&shop.staffed, &[&shop.cut], DAY, start);
    let paths = join_all((0..3).map(|_| asha.book(cut("12:00")))).await;
    for (path, member) in paths.iter().zip([&shop.meera, &shop.ravi]) {
        desk.patch(path, json!({ "action": "approve", "staffId": member.id })).await.ok();
    }
    let error = refused(&post(&asha, "/api/bookings", &cut("12:00")), 409, "BOOKING_SLOT_UNAVAILABLE").await;
    assert_eq!(error["details"]["alternatives"].as_array().unwrap().len(), 3);
    let approve = json!({ "action": "approve", "staffId": shop.meera.id });
    let call = DryRunCall { method: Method::PATCH, ..post(&desk, &paths[2], &approve) };
    refused(&call, 409, "BOOKING_SLOT_UNAVAILABLE").await;
    let cancelled = asha.book(shop.cut_tomorrow()).await;
    asha.post_empty(&format!("{cancelled}/cancel")).await.ok();
    refused(&post(&asha, &format!("{cancelled}/cancel"), &json!({})), 409, "BOOKING_ALREADY_CANCELLED").await;
}

/// Some of these only the condition of the write finds.
#[tokio::test]
async fn what_is_taken_is_found_taken() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, manager, owner) = (salon.reception().await, salon.manager().await, salon.owner().await);
    let asha = salon.customer("Asha").await;
    let tier = salon.tier("Gold").await;
    let sale = json!({
        "customerId": asha.id(), "tierId": tier.id, "hoursMinutes": 600, "pricePaise": 2_000_000,
        "startDate": "2026-11-16", "validityDays": 30, "paymentMethod": "card",
    });
    let service = json!({ "categoryId": shop.hair.id, "name": "Polish", "durationMinutes": 30, "pricePaise": 60_000 });
    let bronze = json!({
        "name": "Bronze", "defaultHoursMinutes": 120, "defaultPricePaise": 500_000, "defaultValidityDays": 90,
    });
    let nila = json!({
        "email": "nila@example.test", "name": "Nila", "branchIds": [shop.open.id], "serviceIds": [shop.cut.id],
    });
    let branch = json!({
        "name": "Whitefield", "code": "WHF", "number": "03", "address": "3 Test Street, Bengaluru", "stateCode": "29",
        "status": "coming_soon", "isPrimary": false, "openTime": "10:00", "closeTime": "21:00",
    });
    let nails = json!({ "name": "Nails", "serviceType": "salon" });
    let vip = json!({ "name": "VIP", "color": "#AA00CC" });
    let oil = json!({ "name": "Hair oil", "hsnCode": "3305", "gstRateBps": 500, "pricePaise": 24_900 });
    let calls = [
        (&manager, "/api/services", service, "CONFLICT"),
        (&manager, "/api/services/categories", nails, "CONFLICT"),
        (&manager, "/api/membership-tiers", bronze, "CONFLICT"),
        (&manager, "/api/products", oil, "CONFLICT"),
        (&manager, "/api/tags", vip, "CONFLICT"),
        (&manager, "/api/staff", nila, "CONFLICT"),
        (&owner, "/api/branches", branch, "CONFLICT"),
        (&desk, "/api/memberships", sale, "MEMBERSHIP_ALREADY_ACTIVE"),
    ];
    for (who, path, body, code) in &calls {
        who.post(path, body.clone()).await.created();
        refused(&post(who, path, body), 409, code).await;
    }
    let known = json!({ "email": asha.user.as_ref().unwrap().email, "role": "staff" });
    refused(&post(&owner, "/api/users/invites", &known), 409, "CONFLICT").await;
}

#[tokio::test]
async fn bodies_roles_ids_and_states_are_judged_as_ever() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk, manager) = (salon.customer("Asha").await, salon.reception().await, salon.manager().await);
    let error = refused(&post(&asha, "/api/bookings", &json!({ "branchId": 5 })), 400, "VALIDATION_ERROR").await;
    assert!(error["details"].get("serviceIds").is_some(), "{error}");
    let unknown = json!({ "branchId": "none", "serviceType": "salon", "bookingDate": DAY, "startTime": "12:00",
        "serviceIds": [shop.cut.id] });
    let error = refused(&post(&asha, "/api/bookings", &unknown), 400, "VALIDATION_ERROR").await;
    assert!(error["details"].get("branchId").is_some(), "{error}");
    let nobody = salon.visitor();
    refused(&post(&nobody, "/api/bookings", &shop.cut_tomorrow()), 401, "UNAUTHENTICATED").await;
    refused(&post(&desk, "/api/tags", &json!({ "name": "VIP", "color": "#000000" })), 403, "FORBIDDEN").await;
    let foreign = desk.clone().with_header("origin", "https://elsewhere.example");
    refused(&post(&foreign, "/api/leads", &json!({ "name": "R", "phone": "9811111111" })), 403, "FORBIDDEN").await;
    refused(&post(&desk, "/api/bookings/none/complete", &json!({ "paymentMethod": "upi" })), 404, "NOT_FOUND").await;
    let pending = asha.book(shop.cut_tomorrow()).await;
    let complete = format!("{pending}/complete");
    let early = post(&desk, &complete, &json!({ "paymentMethod": "upi" })).dry().await;
    let real = desk.post(&complete, json!({ "paymentMethod": "upi" })).await;
    assert_eq!((early.status, &early.json()["error"]["code"]), (real.status, &real.json()["error"]["code"]));
    assert!(real.status.is_client_error());
    refused(&post(&manager, "/api/staff/none/deactivate", &json!({})), 404, "NOT_FOUND").await;
}

/// A dry run in the midst of others never disturbs them, and what it says holds while nothing else changes.
#[tokio::test]
async fn the_same_booking_is_dry_run_by_many_and_made_by_one() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let before = everything(&salon).await;
    let calls = (0..20).map(|_| asha.post("/api/bookings?dryRun=true", shop.cut_tomorrow()));
    for reply in join_all(calls).await {
        assert_eq!(reply.created()["id"], Value::Null);
    }
    assert_eq!(everything(&salon).await, before);
    let made = asha.post("/api/bookings", shop.cut_tomorrow()).await.created();
    assert!(path_of(&made["id"]).len() > "/api/bookings/".len());
}
