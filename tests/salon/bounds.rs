//! The bounds of requests: every list and every text of every request, and what an answer says of wrong fields.

use parlour_http::openapi;
use parlour_local::gateway;
use parlour_settings::App;
use parlour_tests::TestSalon;
use serde_json::{Value, json};

/// The places of a schema that are a list without a maximum or a text without a longest length.
fn unbounded(document: &Value, schema: &Value, place: &str, found: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str() {
        let named = document.pointer(name.trim_start_matches('#')).unwrap_or_else(|| panic!("{place}: {name}"));
        return unbounded(document, named, place, found);
    }
    let is =
        |kind: &str| schema["type"] == kind || schema["type"].as_array().is_some_and(|all| all.contains(&json!(kind)));
    if is("string") && !schema["maxLength"].is_u64() && !schema["enum"].is_array() {
        found.push(format!("{place}: a text without maxLength"));
    }
    if is("array") {
        if !schema["maxItems"].is_u64() {
            found.push(format!("{place}: a list without maxItems"));
        }
        unbounded(document, &schema["items"], &format!("{place}[]"), found);
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        unbounded(document, property, &format!("{place}.{name}"), found);
    }
    for several in ["oneOf", "anyOf", "allOf"] {
        for one in schema[several].as_array().into_iter().flatten() {
            unbounded(document, one, place, found);
        }
    }
}

#[test]
fn no_request_has_a_list_or_a_text_without_bounds() {
    let mut found = Vec::new();
    let mut seen = 0;
    for app in [App::Customer, App::Admin] {
        let document = serde_json::to_value(openapi::document(&gateway::routes(app))).unwrap();
        for (path, methods) in document["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                let place = format!("{app} {method} {path}");
                for parameter in operation["parameters"].as_array().into_iter().flatten() {
                    // A list of tags of any length, of which only ours counts.
                    if parameter["name"] == "If-None-Match" {
                        continue;
                    }
                    let place = format!("{place} {}", parameter["name"]);
                    unbounded(&document, &parameter["schema"], &place, &mut found);
                    seen += 1;
                }
                let body = &operation["requestBody"]["content"]["application/json"]["schema"];
                unbounded(&document, body, &place, &mut found);
                seen += usize::from(body.is_object());
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(seen > 150, "only {seen} were looked at");
}

#[test]
fn what_is_unbounded_is_found() {
    let open = json!({ "properties": {
        "a": { "type": "array", "items": { "type": "string" } },
        "b": { "oneOf": [{ "type": ["string", "null"] }, { "$ref": "#/named" }] },
        "c": { "type": "array", "maxItems": 3, "items": { "type": "string", "enum": ["x"] } },
    } });
    let mut found = Vec::new();
    unbounded(&json!({ "named": { "type": "string" } }), &open, "it", &mut found);
    assert_eq!(
        found,
        [
            "it.a: a list without maxItems",
            "it.a[]: a text without maxLength",
            "it.b: a text without maxLength",
            "it.b: a text without maxLength",
        ]
    );
}

#[tokio::test]
async fn every_list_has_its_maximum_and_beyond_it_the_field_is_named() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, manager, owner) = (salon.customer("Asha").await, salon.manager().await, salon.owner().await);
    let ids = |count: usize| -> Vec<String> { (0..count).map(|number| format!("id-{number}")).collect() };

    asha.patch("/api/notifications", json!({ "ids": ids(500) })).await.ok();
    asha.patch("/api/notifications", json!({ "ids": ids(501) })).await.invalid(&["ids"]);
    let mut booking = shop.cut_tomorrow();
    booking["serviceIds"] = json!(vec![&shop.cut.id; 20]);
    asha.post("/api/bookings", booking.clone()).await.created();
    booking["serviceIds"] = json!(vec![&shop.cut.id; 21]);
    asha.post("/api/bookings", booking).await.invalid(&["serviceIds"]);
    let availability = |count: usize| {
        let services = vec![shop.cut.id.as_str(); count].join(",");
        format!("/api/availability?date=2026-11-17&branchId={}&serviceIds={services}", shop.staffed.id)
    };
    salon.visitor().get(&availability(20)).await.ok();
    salon.visitor().get(&availability(21)).await.invalid(&["serviceIds"]);

    let staff = |branches: usize, services: usize| {
        let (branches, services) = (vec![&shop.open.id; branches], vec![&shop.cut.id; services]);
        json!({ "email": "n@example.test", "name": "N", "branchIds": branches, "serviceIds": services })
    };
    manager.post("/api/staff", staff(201, 501)).await.invalid(&["branchIds", "serviceIds"]);
    let member = manager.post("/api/staff", staff(200, 500)).await.created()["staff"].clone();
    assert_eq!((&member["branchIds"], &member["serviceIds"]), (&json!([shop.open.id]), &json!([shop.cut.id])));
    let user = salon.user("Ravi", parlour_values::role::Role::Staff).await;
    owner.patch(&format!("/api/users/{}", user.id), json!({ "branchIds": ids(201) })).await.invalid(&["branchIds"]);
    let invite = json!({ "email": "x@example.test", "role": "staff", "branchIds": ids(201) });
    owner.post("/api/users/invites", invite).await.invalid(&["branchIds"]);
    let offer = json!({
        "name": "Diwali", "offerType": "flat", "startDate": "2026-11-16", "endDate": "2026-11-20",
        "discountAmountPaise": 100, "serviceIds": ids(501),
    });
    manager.post("/api/offers", offer).await.invalid(&["serviceIds"]);
    manager.put("/api/services/order", json!({ "ids": ids(1001) })).await.invalid(&["ids"]);
    let day = json!({ "weekday": 1, "shifts": [] });
    let week = json!({ "effectiveFrom": "2026-11-16", "days": vec![day; 8] });
    manager.put(&format!("/api/schedule/staff/{}/weekly", shop.ravi.id), week).await.invalid(&["days"]);
    let part = json!({ "start": "10:00", "end": "10:15" });
    let shifts = json!({ "shifts": vec![part; 25] });
    manager.put(&format!("/api/schedule/staff/{}/days/2026-11-18", shop.ravi.id), shifts).await.invalid(&["shifts"]);
}

#[tokio::test]
async fn an_answer_names_fifty_wrong_fields_at_most() {
    let salon = TestSalon::open().await;
    let (asha, owner) = (salon.customer("Asha").await, salon.owner().await);
    let wrong = asha.patch("/api/notifications", json!({ "ids": vec![""; 500] })).await;
    let details = wrong.refused(400, "VALIDATION_ERROR")["details"].as_object().unwrap().clone();
    assert_eq!(details.len(), 50);
    assert!(wrong.bytes.len() < 5_000, "{}", wrong.bytes.len());
    let long = asha.patch("/api/notifications", json!({ "ids": vec![1; 100_000] })).await;
    assert_eq!(long.invalid(&["ids"])["details"]["ids"], json!(["must have at most 500 items"]));
    // The problems that only the table could tell are bounded too.
    let user = salon.user("Ravi", parlour_values::role::Role::Staff).await;
    let nowhere: Vec<String> = (0..200).map(|number| format!("nowhere-{number}")).collect();
    let refused = owner.patch(&format!("/api/users/{}", user.id), json!({ "branchIds": nowhere })).await;
    assert_eq!(refused.refused(400, "VALIDATION_ERROR")["details"].as_object().map(serde_json::Map::len), Some(50));
}
