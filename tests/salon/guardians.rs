//! Customers under 18: somebody answers for them, and nothing is marketed to them.

use parlour_people::customers::Profile;
use parlour_senders::Channel;
use parlour_storage::table::keys;
use parlour_tests::{Client, Reply, TestSalon};
use serde_json::{Value, json};

use crate::site::table::{as_browser, text};

const ONBOARDING: &str = "/api/onboarding/complete";

fn meera() -> Value {
    json!({ "name": "Meera Rao", "phone": "+919811111111" })
}

fn told(born: &str, guardian: Value) -> Value {
    json!({ "phone": "98765 43210", "dateOfBirth": born, "gender": "female", "marketingConsent": true,
        "guardian": guardian })
}

fn refused_without(reply: &Reply) {
    let error = reply.invalid(&["guardian"]);
    assert_eq!(error["details"]["guardian"], json!(["is required for somebody under 18"]));
}

#[tokio::test]
async fn somebody_under_18_says_who_answers_for_them() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    refused_without(&asha.post(ONBOARDING, told("2008-11-17", Value::Null)).await);
    asha.post(ONBOARDING, told("2008-11-17", json!({ "name": " ", "phone": "12" })))
        .await
        .invalid(&["guardian.name", "guardian.phone"]);
    asha.post(ONBOARDING, told("2008-11-17", json!("Meera"))).await.invalid(&["guardian"]);
    assert_eq!(asha.get("/api/onboarding").await.ok()["completed"], false);
    let profile = asha.post(ONBOARDING, told("2008-11-17", meera())).await.created()["profile"].clone();
    assert_eq!(profile["guardian"], meera());
    assert_eq!(asha.get("/api/profile").await.ok()["profile"]["guardian"], meera());

    // A guardian who was told once stays, and cannot be taken away before they are of age.
    asha.post(ONBOARDING, told("2009-11-17", Value::Null)).await.ok();
    refused_without(&asha.patch("/api/profile", json!({ "guardian": null })).await);
    let other = json!({ "name": "Ravi Rao", "phone": "+919822222222" });
    assert_eq!(asha.patch("/api/profile", json!({ "guardian": other })).await.ok()["profile"]["guardian"], other);
    asha.patch("/api/profile", json!({ "dateOfBirth": "1990-01-01", "guardian": null })).await.ok();
    refused_without(&asha.patch("/api/profile", json!({ "dateOfBirth": "2010-01-01" })).await);

    let adult = salon.customer("Uma").await;
    let of_age =
        json!({ "phone": "9833333333", "dateOfBirth": "2008-11-16", "gender": "female", "marketingConsent": true });
    assert_eq!(adult.post(ONBOARDING, of_age).await.created()["profile"]["guardian"], Value::Null);
}

#[tokio::test]
async fn whoever_was_there_before_the_rule_may_still_change_everything_else() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    asha.post(ONBOARDING, told("1990-01-01", Value::Null)).await.created();
    let profile = salon.stored::<Profile>(&keys::profile(&asha.id())).await.unwrap();
    salon.put(&Profile { date_of_birth: "2010-01-01".parse().ok(), ..profile.record }).await;
    let withdrawn = asha.patch("/api/profile", json!({ "marketingConsent": false })).await.ok();
    assert_eq!(withdrawn["profile"]["marketingConsent"], false);
    let desk = salon.reception().await;
    desk.patch(&format!("/api/customers/{}/profile", asha.id()), json!({ "alerts": "Nuts" })).await.ok();
}

#[tokio::test]
async fn the_desk_asks_for_it_too_and_shows_it() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await;
    let minor = |guardian: Value| json!({ "name": "Asha Rao", "phone": "9876543210", "dateOfBirth": "2012-01-01", "guardian": guardian });
    refused_without(&desk.post("/api/customers", minor(Value::Null)).await);
    let asha = desk.post("/api/customers", minor(meera())).await.created()["customer"].clone();
    assert_eq!(asha["guardian"], meera());
    let path = format!("/api/customers/{}", asha["id"].as_str().unwrap());
    assert_eq!(desk.get(&path).await.ok()["customer"]["guardian"], meera());
    refused_without(&desk.patch(&format!("{path}/profile"), json!({ "guardian": null })).await);
    desk.patch(&format!("{path}/profile"), json!({ "guardian": null, "dateOfBirth": null })).await.ok();
    refused_without(&desk.patch(&format!("{path}/profile"), json!({ "dateOfBirth": "2012-01-01" })).await);
    desk.patch(&format!("{path}/profile"), json!({ "guardian": meera(), "dateOfBirth": "2012-01-01" })).await.ok();
    let changed = salon.events().await.into_iter().next_back().unwrap();
    assert_eq!(changed.data, json!({ "fields": ["dateOfBirth", "guardian"] }), "names of fields, and nothing in them");

    let desk = as_browser(desk);
    let page = text(&desk.get(path.trim_start_matches("/api")).await);
    assert!(
        page.contains("Meera Rao") && page.contains("98111 11111") && page.contains("no offers are sent"),
        "{page}"
    );
    // A walk-in of whom no birthday is known is asked for nothing.
    desk.post("/api/customers", json!({ "name": "Ravi", "phone": "9822222222" })).await.created();
}

/// The field's tag, as the page has it.
fn guardian_part(page: &str) -> &str {
    let begin = page.find("<fieldset class=\"field\" data-of-age").unwrap_or_else(|| panic!("{page}"));
    let rest = &page[begin..];
    &rest[..rest.find('>').unwrap()]
}

#[tokio::test]
async fn forms_ask_for_it_where_the_date_says_so() {
    let salon = TestSalon::open().await;
    let asha = as_browser(salon.customer("Asha").await);
    let hidden = |part: &str| part.contains("hidden") && part.contains("disabled");
    let asked = async |client: &Client<'_>, path: &str| guardian_part(&text(&client.get(path).await)).to_owned();
    let shown = asked(&asha, "/onboarding").await;
    assert!(hidden(&shown) && shown.contains("data-of-age=\"2008-11-16\""), "{shown}");
    asha.post(ONBOARDING, told("2010-01-01", meera())).await.created();
    assert!(!hidden(&asked(&asha, "/profile").await));
    let desk = as_browser(salon.reception().await);
    assert!(hidden(&asked(&desk, "/customers/new").await));
    assert!(!hidden(&asked(&desk, &format!("/customers/{}", asha.id())).await));
}

#[tokio::test]
async fn nothing_is_marketed_to_a_minor_whatever_the_switch_says() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    asha.post(ONBOARDING, told("2009-11-16", meera())).await.created();
    assert_eq!(asha.get("/api/profile").await.ok()["profile"]["marketingConsent"], true);
    salon.runs("birthday-emails", &[("2026-11-16T10:00:00+05:30", 0)]).await;
    assert!(salon.sent(Channel::Email).is_empty());
    // On the day they are of age it is their own word that counts.
    salon.runs("birthday-emails", &[("2027-11-16T10:00:00+05:30", 1)]).await;
}
