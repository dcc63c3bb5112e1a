//! Offers at the manager's desk.

use futures::future::join_all;
use parlour_tests::TestSalon;
use parlour_values::role::Role;
use serde_json::{Value, json};

fn twenty_off(service: &str) -> Value {
    json!({
        "name": "  Diwali Glow 20% ", "offerType": "percentage", "discountPercentage": 20,
        "startDate": "2026-11-10", "endDate": "2026-11-30", "serviceIds": [service],
    })
}

#[tokio::test]
async fn a_new_offer_is_a_raw_row_and_reads_show_its_services() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let offer = manager.post("/api/offers", twenty_off(shop.cut.id.as_str())).await.created()["offer"].clone();
    assert_eq!((&offer["name"], &offer["offerType"]), (&json!("Diwali Glow 20%"), &json!("percentage")));
    assert_eq!(offer["startDate"], "2026-11-10T00:00:00.000Z");
    assert_eq!((&offer["discountPercentage"], &offer["discountAmountPaise"]), (&json!(20), &Value::Null));
    assert_eq!((&offer["isActive"], &offer["comboPricePaise"]), (&json!(true), &Value::Null));
    let slug = offer["slug"].as_str().unwrap();
    assert!(slug.starts_with("diwali-glow-20-") && slug.len() > "diwali-glow-20-".len(), "{slug}");
    for read_only in ["services", "serviceIds", "serviceNames"] {
        assert!(offer.get(read_only).is_none(), "{read_only}");
    }

    let read = manager.get(&format!("/api/offers/{}", offer["id"].as_str().unwrap())).await.ok()["offer"].clone();
    assert_eq!(read["services"], json!([{ "id": shop.cut.id, "name": "Cut" }]));
    assert_eq!((&read["serviceIds"], &read["serviceNames"]), (&json!([shop.cut.id]), &json!(["Cut"])));
    assert_eq!(salon.visitor().get("/api/offers").await.ok()["offers"][0]["id"], offer["id"]);
}

#[tokio::test]
async fn only_the_amount_of_the_type_is_kept() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let mut body = twenty_off(shop.cut.id.as_str());
    body["offerType"] = json!("flat");
    body["discountAmountPaise"] = json!(10_000);
    let offer = manager.post("/api/offers", body).await.created()["offer"].clone();
    assert_eq!((&offer["discountPercentage"], &offer["discountAmountPaise"]), (&Value::Null, &json!(10_000)));
}

#[tokio::test]
async fn everything_wrong_with_a_new_offer_is_told_at_once() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let refuse = |body: Value| {
        let manager = manager.clone();
        async move { manager.post("/api/offers", body).await }
    };
    refuse(json!({})).await.invalid(&["name", "offerType", "startDate", "endDate", "serviceIds"]);
    refuse(json!({ "offerType": "flat", "name": " ", "startDate": "2026-11-20", "endDate": "2026-11-19",
        "serviceIds": [], "description": "x".repeat(1001), "terms": "x".repeat(1001) }))
    .await
    .invalid(&["name", "endDate", "serviceIds", "discountAmountPaise", "description", "terms"]);
    for (kind, field, wrong) in [
        ("percentage", "discountPercentage", json!(101)),
        ("percentage", "discountPercentage", json!(0)),
        ("percentage", "discountPercentage", json!(2.5)),
        ("percentage", "discountPercentage", Value::Null),
        ("flat", "discountAmountPaise", json!(0)),
        ("flat", "discountAmountPaise", Value::Null),
        ("combo_price", "comboPricePaise", json!(-1)),
        ("combo_price", "comboPricePaise", Value::Null),
    ] {
        let mut body = twenty_off(shop.cut.id.as_str());
        body["offerType"] = json!(kind);
        body[field] = wrong;
        refuse(body).await.invalid(&[field]);
    }
    let mut body = twenty_off("nothing-like-it");
    refuse(body.clone()).await.invalid(&["serviceIds"]);
    body["serviceIds"] = json!([""]);
    refuse(body).await.invalid(&["serviceIds.0"]);
    assert_eq!(manager.get("/api/offers").await.ok()["offers"], json!([]));
}

#[tokio::test]
async fn a_patch_changes_what_it_names_and_asks_no_conditional_rule_again() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let offer = manager.post("/api/offers", twenty_off(shop.cut.id.as_str())).await.created()["offer"].clone();
    let path = format!("/api/offers/{}", offer["id"].as_str().unwrap());

    salon.set_clock("2026-11-16T11:00:00+05:30");
    let off = manager.patch(&path, json!({ "isActive": false })).await.ok()["offer"].clone();
    assert_eq!((&off["isActive"], &off["name"], &off["slug"]), (&json!(false), &offer["name"], &offer["slug"]));
    assert_ne!(off["updatedAt"], offer["updatedAt"]);
    assert!(off.get("serviceIds").is_none());
    assert_eq!(salon.visitor().get("/api/offers").await.ok()["offers"], json!([]));

    // A type without its amount and an end before the start pass: only single fields are judged.
    let odd = manager.patch(&path, json!({ "offerType": "flat", "endDate": "2026-01-01" })).await.ok()["offer"].clone();
    assert_eq!((&odd["offerType"], &odd["endDate"]), (&json!("flat"), &json!("2026-01-01T00:00:00.000Z")));
    manager
        .patch(&path, json!({ "name": "", "discountPercentage": 0, "serviceIds": [], "isActive": "no" }))
        .await
        .invalid(&["name", "discountPercentage", "serviceIds", "isActive"]);
    manager.patch(&path, json!({ "serviceIds": ["nothing-like-it"] })).await.invalid(&["serviceIds"]);

    manager.patch(&path, json!({ "serviceIds": [shop.colour.id, shop.cut.id, shop.colour.id] })).await.ok();
    let read = manager.get(&path).await.ok()["offer"].clone();
    assert_eq!(read["serviceIds"], json!([shop.colour.id, shop.cut.id]));
    manager.patch(&path, json!({})).await.ok();
}

#[tokio::test]
async fn the_list_is_newest_first_and_unknown_offers_are_not_found() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await;
    let mut ids = Vec::new();
    for minute in 0..3 {
        salon.set_clock(&format!("2026-11-16T10:0{minute}:00+05:30"));
        ids.push(manager.post("/api/offers", twenty_off(shop.cut.id.as_str())).await.created()["offer"]["id"].clone());
    }
    ids.reverse();
    let reply = manager.get("/api/offers").await;
    let listed: Vec<Value> = reply.ok()["offers"].as_array().unwrap().iter().map(|offer| offer["id"].clone()).collect();
    assert_eq!(listed, ids);
    manager.get("/api/offers/nobody").await.refused(404, "NOT_FOUND");
    manager.patch("/api/offers/nobody", json!({ "isActive": false })).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn offers_are_the_managers() {
    let (salon, shop) = TestSalon::with_shop().await;
    let desk = salon.reception().await;
    desk.get("/api/offers").await.refused(403, "FORBIDDEN");
    desk.post("/api/offers", json!({})).await.refused(403, "FORBIDDEN");
    desk.patch("/api/offers/x", json!({})).await.refused(403, "FORBIDDEN");
    salon.anyone(parlour_settings::App::Admin).get("/api/offers").await.refused(401, "UNAUTHENTICATED");
    salon.person("Dev", Role::Developer).await.post("/api/offers", twenty_off(shop.cut.id.as_str())).await.created();
}

#[tokio::test]
async fn one_key_makes_one_offer_however_often_it_is_sent() {
    let (salon, shop) = TestSalon::with_shop().await;
    let manager = salon.manager().await.once("offer-1");
    let body = twenty_off(shop.cut.id.as_str());
    let replies = join_all((0..10).map(|_| manager.post("/api/offers", body.clone()))).await;
    let first = replies[0].created();
    assert!(replies.iter().all(|reply| reply.created() == first));
    assert_eq!(manager.get("/api/offers").await.ok()["offers"].as_array().unwrap().len(), 1);
}
