//! A call that changes nothing writes no event, and so is in no log, no feed and no webhook.

use parlour_settings::App;
use parlour_tests::{Client, Reply, TestSalon, browser};
use parlour_values::role::Role;
use serde_json::{Value, json};

/// Sends a change twice, and says how many events each time wrote.
async fn twice(salon: &TestSalon, caller: &Client<'_>, method: &str, path: &str, body: &Value) -> (usize, usize) {
    let send = async || -> Reply {
        match method {
            "PATCH" => caller.patch(path, body.clone()).await,
            "PUT" => caller.put(path, body.clone()).await,
            "POST" => caller.post(path, body.clone()).await,
            "DELETE" => caller.delete_with(path, body.clone()).await,
            other => panic!("{other}"),
        }
    };
    let mut written = Vec::new();
    for _ in 0..2 {
        let before = salon.events().await.len();
        let reply = send().await;
        assert!(matches!(reply.status.as_u16(), 200 | 201), "{method} {path}: {} {}", reply.status, reply.json());
        written.push(salon.events().await.len() - before);
    }
    (written[0], written[1])
}

#[tokio::test]
async fn a_switch_set_to_what_it_was_writes_no_event() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (manager, owner) = (salon.manager().await, salon.owner().await);
    let (asha, reena) = (salon.customer("Asha").await, salon.user("Reena Desk", Role::Receptionist).await);
    salon.listed(asha.user.as_ref().unwrap(), |_| {}).await;
    let lead = json!({ "name": "Ravi", "phone": "9811111111" });
    let lead = manager.post("/api/leads", lead).await.created()["leadId"].as_str().unwrap().to_owned();
    let offer = json!({
        "name": "Monsoon", "offerType": "percentage", "discountPercentage": 10, "startDate": "2026-11-16",
        "endDate": "2026-12-16", "serviceIds": [shop.cut.id],
    });
    let offer = manager.post("/api/offers", offer).await.created()["offer"]["id"].as_str().unwrap().to_owned();
    let tier = json!({ "name": "Gold", "defaultHoursMinutes": 600, "defaultPricePaise": 1_000_000, "defaultValidityDays": 365 });
    let tier = manager.post("/api/membership-tiers", tier).await.created()["id"].as_str().unwrap().to_owned();
    let product = json!({ "name": "Hair oil", "hsnCode": "3305", "gstRateBps": 500, "pricePaise": 24_900 });
    let product = manager.post("/api/products", product).await.created()["product"]["id"].as_str().unwrap().to_owned();
    let room = json!({ "branchId": shop.open.id, "name": "Lotus", "group": "massage room" });
    let room = manager.post("/api/resources", room).await.created()["resource"]["id"].as_str().unwrap().to_owned();
    let tag = json!({ "name": "Regular", "color": "#112233" });
    let tag = manager.post("/api/tags", tag).await.created()["tag"]["id"].as_str().unwrap().to_owned();
    let path = asha.book(shop.cut_tomorrow()).await;
    manager.patch(&path, json!({ "action": "approve", "staffId": shop.ravi.id })).await.ok();
    let shift = json!({ "start": "10:00", "end": "18:00" });
    let week = json!({ "effectiveFrom": "2026-11-16", "days": [{ "weekday": 2, "shifts": [shift] }] });
    for (caller, method, path, body) in [
        (&manager, "PATCH", format!("/api/services/{}", shop.cut.id), json!({ "pricePaise": 60_000 })),
        (&manager, "PATCH", format!("/api/services/{}", shop.facial.id), json!({ "isActive": false })),
        (&manager, "PATCH", format!("/api/services/categories/{}", shop.hair.id), json!({ "name": "Hair care" })),
        (&manager, "PATCH", format!("/api/offers/{offer}"), json!({ "isActive": false })),
        (&manager, "PATCH", format!("/api/membership-tiers/{tier}"), json!({ "isActive": false })),
        (&manager, "PATCH", format!("/api/products/{product}"), json!({ "pricePaise": 25_900, "reorderAt": 3 })),
        (&manager, "DELETE", format!("/api/products/{product}"), json!({})),
        (&manager, "PATCH", format!("/api/resources/{room}"), json!({ "capacity": 2, "turnaroundMinutes": 10 })),
        (&manager, "DELETE", format!("/api/resources/{room}"), json!({})),
        (&manager, "PATCH", format!("/api/staff/{}", shop.ravi.id), json!({ "displayName": "Ravi K" })),
        (&manager, "PUT", format!("/api/schedule/staff/{}/weekly", shop.ravi.id), week),
        (&manager, "PUT", format!("/api/schedule/staff/{}/days/2026-11-20", shop.ravi.id), json!({ "off": true })),
        (&manager, "PATCH", path, json!({ "action": "assign", "staffId": shop.meera.id })),
        (&owner, "PATCH", format!("/api/branches/{}", shop.open.id), json!({ "name": "Indiranagar" })),
        (&owner, "PATCH", format!("/api/branches/{}/settings", shop.open.id), json!({ "slotPolicy": "staffed" })),
        (&owner, "PATCH", "/api/branding".to_owned(), json!({ "tagline": "Be well" })),
        (
            &owner,
            "PUT",
            "/api/message-templates/dues/hi".to_owned(),
            json!({ "whatsappName": "dues", "whatsappLanguage": "hi", "text": "नमस्ते {name}, {amount} बाकी हैं।" }),
        ),
        (&owner, "PATCH", format!("/api/users/{}", reena.id), json!({ "isActive": false })),
        (&manager, "PATCH", format!("/api/customers/{}", asha.id()), json!({ "bookingRequiresApproval": true })),
        (&manager, "PATCH", format!("/api/leads/{lead}"), json!({ "assignedTo": manager.id() })),
        (&manager, "POST", format!("/api/customers/{}/tags", asha.id()), json!({ "tagId": tag })),
        (&manager, "DELETE", format!("/api/customers/{}/tags/{tag}", asha.id()), json!({})),
        (&asha, "POST", "/api/push/subscribe".to_owned(), browser("asha")),
        (&asha, "DELETE", "/api/push/subscribe".to_owned(), json!({ "endpoint": browser("asha")["endpoint"] })),
    ] {
        assert_eq!(twice(&salon, caller, method, &path, &body).await, (1, 0), "{method} {path} {body}");
    }
}

#[tokio::test]
async fn a_session_that_is_not_there_is_ended_without_an_event() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    let asha = salon.user("Asha", Role::Customer).await;
    let phone = salon.signed_in(&asha, App::Customer).await;
    let events = async || salon.events().await.len();
    let before = events().await;
    phone.post("/api/auth/revoke-session", json!({ "token": "not-there" })).await;
    phone.post_empty("/api/auth/revoke-other-sessions").await;
    assert_eq!(events().await, before, "there is no other session");
    let sessions = format!("/api/users/{}/sessions", asha.id);
    owner.delete(&sessions).await.ok();
    assert_eq!(events().await, before + 1);
    phone.get("/api/onboarding").await.refused(401, "UNAUTHENTICATED");
    owner.delete(&sessions).await.ok();
    assert_eq!(events().await, before + 1, "none was left");
}
