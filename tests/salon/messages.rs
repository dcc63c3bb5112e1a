//! The templates of messages to phones, and how customers want to be reached.

use futures::future::join_all;
use parlour_local::gateway;
use parlour_settings::App;
use parlour_setup::messages::{MessageKind, MessageTemplate, MessageTemplates, MessageValues, MessageVariable};
use parlour_tests::{Client, TestSalon};
use parlour_values::language::Language;
use parlour_values::role::Role;
use serde_json::{Value, json};

const CONFIRMED: &str = "/api/message-templates/booking_confirmed/en";

fn confirmed(text: &str) -> Value {
    json!({
        "whatsappName": "booking_confirmed", "whatsappLanguage": "en", "dltTemplateId": "1707161234567890123", "text": text,
    })
}

fn with(field: &str, value: Value) -> Value {
    let mut body = confirmed("Hello {name}.");
    body[field] = value;
    body
}

async fn saved(owner: &Client<'_>, text: &str) -> Value {
    owner.put(CONFIRMED, confirmed(text)).await.ok()
}

#[tokio::test]
async fn an_owner_writes_what_a_phone_is_told_and_sees_how_long_it_is() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    owner.get(CONFIRMED).await.refused(404, "NOT_FOUND");
    let put = saved(&owner, " Hello {name}, see you on {date}. Rs. 499 \n").await;
    assert_eq!(
        put,
        json!({
            "kind": "booking_confirmed", "language": "en", "whatsappName": "booking_confirmed", "whatsappLanguage": "en",
            "dltTemplateId": "1707161234567890123", "text": "Hello {name}, see you on {date}. Rs. 499",
            "variables": ["name", "services", "date", "time", "branch", "salon", "number", "link"],
            "preview": "Hello Asha, see you on Mon 16 Nov 2026. Rs. 499",
            "sms": { "encoding": "GSM-7", "units": 47, "segments": 1 },
            "textForMeta": "Hello {{1}}, see you on {{2}}. Rs. 499",
            "textForCarriers": "Hello {#var#}, see you on {#var#}. Rs. 499",
            "updatedAt": "2026-11-16T04:30:00.000Z",
        })
    );
    assert_eq!(owner.get(CONFIRMED).await.ok(), put);
    assert_eq!(owner.get("/api/message-templates").await.ok(), json!({ "templates": [put] }));

    for (text, encoding, units, segments) in [
        ("a".repeat(160), "GSM-7", 160, 1),
        ("a".repeat(161), "GSM-7", 161, 2),
        ("न".repeat(71), "UCS-2", 71, 2),
        ("It’s {name}".to_owned(), "UCS-2", 9, 1),
    ] {
        let sms = json!({ "encoding": encoding, "units": units, "segments": segments });
        assert_eq!(saved(&owner, &text).await["sms"], sms, "{text}");
    }
    let without = owner.put(CONFIRMED, with("dltTemplateId", Value::Null)).await.ok();
    assert_eq!(without["dltTemplateId"], Value::Null);
}

#[tokio::test]
async fn a_text_that_cannot_be_sent_is_not_saved() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    for text in ["", " \n", "Pay ₹499", "Hello {nome}", "Hello {amount}", "Hello {name", "Hello }", "Hello {}"] {
        owner.put(CONFIRMED, confirmed(text)).await.invalid(&["text"]);
    }
    owner.put(CONFIRMED, confirmed(&"a".repeat(1025))).await.invalid(&["text"]);
    owner.put(CONFIRMED, confirmed(&"a".repeat(1024))).await.ok();
    for (field, wrong) in [
        ("whatsappName", json!("Booking-Confirmed")),
        ("whatsappName", json!("")),
        ("whatsappName", json!("a".repeat(513))),
        ("whatsappLanguage", json!("en_in")),
        ("whatsappLanguage", json!("fr")),
        ("dltTemplateId", json!("")),
        ("dltTemplateId", json!("17 07")),
        ("dltTemplateId", json!("1".repeat(65))),
        ("text", json!(7)),
    ] {
        owner.put(CONFIRMED, with(field, wrong)).await.invalid(&[field]);
    }
    owner.put(CONFIRMED, json!({})).await.invalid(&["whatsappName", "whatsappLanguage", "text"]);
    for name in ["a".repeat(512), "reminder_24h_v2".to_owned()] {
        owner.put(CONFIRMED, with("whatsappName", json!(name))).await.ok();
    }
    for other in ["booking_confirmed/fr", "booking_confirmed/EN", "birthday/en", "reminder/en", "x/y"] {
        let path = format!("/api/message-templates/{other}");
        owner.get(&path).await.refused(404, "NOT_FOUND");
        owner.put(&path, confirmed("Hello {name}.")).await.refused(404, "NOT_FOUND");
    }
}

#[tokio::test]
async fn only_an_owner_may_and_what_changes_nothing_is_no_event() {
    let salon = TestSalon::open().await;
    let (owner, manager) = (salon.owner().await, salon.manager().await);
    for path in ["/api/message-templates", CONFIRMED] {
        manager.get(path).await.refused(403, "FORBIDDEN");
        salon.anyone(App::Admin).get(path).await.refused(401, "UNAUTHENTICATED");
    }
    manager.put(CONFIRMED, confirmed("Hello {name}.")).await.refused(403, "FORBIDDEN");

    let written = async || salon.events().await.len();
    let before = written().await;
    let rehearsed = owner.put(&format!("{CONFIRMED}?dryRun=true"), confirmed("Hello {name}.")).await.ok();
    assert_eq!(rehearsed["preview"], "Hello Asha.");
    assert_eq!(written().await, before);
    owner.get(CONFIRMED).await.refused(404, "NOT_FOUND");

    let first = saved(&owner, "Hello {name}.").await;
    salon.set_clock("2026-11-17T10:00:00+05:30");
    assert_eq!(saved(&owner, "Hello {name}.").await, first, "nor is it saved again");
    assert_eq!(written().await, before + 1);
    saved(&owner, "Hello {name}, welcome.").await;
    assert_eq!(written().await, before + 2);
    let developer = salon.person("Dev", Role::Developer).await;
    let log = developer.get("/api/logs/audit").await.ok();
    // The newest is the developer's own sign-in.
    let entry = &log["entries"][1];
    assert_eq!(
        (&entry["action"], &entry["entityType"], &entry["entityId"]),
        (&json!("template.put"), &json!("message_template"), &json!("booking_confirmed.en"))
    );
}

#[tokio::test]
async fn of_many_at_once_each_is_saved_whole() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    let texts: Vec<String> = (0..6).map(|number| format!("Hello {{name}}, {number}.")).collect();
    join_all(texts.iter().map(|text| saved(&owner, text))).await;
    let kept = owner.get(CONFIRMED).await.ok();
    assert!(texts.iter().any(|text| kept["text"] == text.as_str()), "{kept}");
    assert_eq!(owner.get("/api/message-templates").await.ok()["templates"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn every_kind_is_found_by_whoever_sends_it() {
    let salon = TestSalon::open().await;
    let owner = salon.owner().await;
    let templates = MessageTemplates::of(&salon.salon);
    assert!(templates.get(MessageKind::Dues, Language::Hindi).await.unwrap().is_none());
    for kind in MessageKind::ALL {
        for language in Language::ALL {
            let suggested = MessageTemplate::suggested(*kind, *language, salon.salon.clock.now());
            let body = json!({
                "whatsappName": suggested.whatsapp_name, "whatsappLanguage": suggested.whatsapp_language,
                "text": suggested.text,
            });
            owner.put(&format!("/api/message-templates/{kind}/{language}"), body).await.ok();
        }
    }
    assert_eq!(templates.all().await.unwrap().len(), 24);
    let dues = templates.get(MessageKind::Dues, Language::English).await.unwrap().unwrap();
    let values = MessageValues::default()
        .with(MessageVariable::Name, "Asha")
        .with(MessageVariable::Amount, "₹499")
        .with(MessageVariable::Number, "BLR-1")
        .with(MessageVariable::Branch, "Indiranagar")
        .with(MessageVariable::Link, "https://salon.example.test/m?t");
    assert_eq!(
        dues.render(&values),
        "Hello Asha, Rs. 499 of invoice BLR-1 from Indiranagar is still to pay. See it: https://salon.example.test/m?t Thank you."
    );
    assert_eq!(dues.positional(&values), ["Asha", "₹499", "BLR-1", "Indiranagar", "https://salon.example.test/m?t"]);
}

#[test]
fn the_description_lists_the_variables_of_each_kind() {
    let routes = gateway::routes(App::Admin);
    let put = routes.list().find(|route| route.spec.id == "messageTemplates.put").unwrap();
    for kind in MessageKind::ALL {
        let variables: Vec<String> = kind.variables().iter().map(|variable| format!("`{{{variable}}}`")).collect();
        assert!(put.spec.about.contains(&format!("`{kind}` {}", variables.join(", "))), "{kind}");
    }
}

#[tokio::test]
async fn customers_say_in_which_language_and_by_which_channel() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let told =
        json!({ "phone": "98765 43210", "dateOfBirth": "1995-04-12", "gender": "female", "marketingConsent": false });
    let profile = asha.post("/api/onboarding/complete", told).await.created()["profile"].clone();
    let reach = |profile: &Value| {
        json!([
            profile["preferredLanguage"],
            profile["whatsappConsent"],
            profile["channels"],
            profile["marketingConsent"]
        ])
    };
    assert_eq!(reach(&profile), json!(["en", false, ["whatsapp", "sms", "email"], false]));
    let wish = json!({ "preferredLanguage": "hi", "whatsappConsent": true, "channels": ["email", "whatsapp"] });
    let profile = asha.patch("/api/profile", wish).await.ok()["profile"].clone();
    assert_eq!(reach(&profile), json!(["hi", true, ["email", "whatsapp"], false]));
    let kept = asha.patch("/api/profile", json!({ "marketingConsent": true })).await.ok()["profile"].clone();
    assert_eq!(reach(&kept), json!(["hi", true, ["email", "whatsapp"], true]));
    assert_eq!(reach(&asha.get("/api/profile").await.ok()["profile"]), reach(&kept));
    for (field, wrong) in [
        ("preferredLanguage", json!("fr")),
        ("whatsappConsent", json!("yes")),
        ("channels", json!([])),
        ("channels", json!(["sms", "sms"])),
        ("channels", json!("sms")),
    ] {
        asha.patch("/api/profile", json!({ field: wrong })).await.invalid(&[field]);
    }
    asha.patch("/api/profile", json!({ "channels": ["push"] })).await.invalid(&["channels.0"]);
}

#[tokio::test]
async fn the_desk_writes_down_how_somebody_is_reached() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await;
    let new = json!({
        "name": "Asha", "phone": "9876543210", "preferredLanguage": "hi", "whatsappConsent": true, "channels": ["sms"],
    });
    let asha = desk.post("/api/customers", new).await.created()["customer"].clone();
    let reach =
        |customer: &Value| json!([customer["preferredLanguage"], customer["whatsappConsent"], customer["channels"]]);
    assert_eq!(reach(&asha), json!(["hi", true, ["sms"]]));
    let path = format!("/api/customers/{}/profile", asha["id"].as_str().unwrap());
    let changed = desk.patch(&path, json!({ "whatsappConsent": false })).await.ok()["customer"].clone();
    assert_eq!(reach(&changed), json!(["hi", false, ["sms"]]));
    let events = salon.events().await.len();
    desk.patch(&path, json!({ "preferredLanguage": "hi", "channels": ["sms"] })).await.ok();
    assert_eq!(salon.events().await.len(), events);
    desk.patch(&path, json!({ "channels": ["email", "email"] })).await.invalid(&["channels"]);
}
