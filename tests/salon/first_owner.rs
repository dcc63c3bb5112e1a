//! How a salon gets its first owner: by signing in, once, as the address the settings name.

use futures::future::join_all;
use parlour_settings::App;
use parlour_storage::table::keys;
use parlour_tests::provider::{Scripted, cookie};
use parlour_tests::{Reply, SignInSalon, TestSalon};
use parlour_values::role::Role;
use serde_json::json;

const OMI: &str = "omi@example.test";
const NAMED: [(&str, &str); 1] = [("FIRST_OWNER_EMAIL", "Omi@Example.test")];

async fn role_of(salon: &TestSalon, app: App, signed_in: &Reply) -> String {
    let browser = salon.anyone(app).with_cookie(cookie(signed_in, "session"));
    let session = browser.get("/api/auth/get-session").await.json();
    session["user"]["role"].as_str().unwrap_or_else(|| panic!("{session}")).to_owned()
}

/// Signs in as this address; the role that comes of it.
async fn becomes(salon: &SignInSalon, app: App, email: &str) -> String {
    role_of(&salon.salon, app, &salon.sign_in(app, email).await).await
}

#[tokio::test]
async fn the_named_address_becomes_owner_on_the_admin_app_and_invites_the_others() {
    let salon = SignInSalon::with_settings(&NAMED).await;
    assert_eq!(becomes(&salon, App::Admin, "ravi@example.test").await, "customer");
    let omi = salon.browser(App::Admin, OMI).await;
    let invite = json!({ "email": "maya@example.test", "role": "manager" });
    omi.post("/api/users/invites", invite).await.created();
    assert_eq!(becomes(&salon, App::Admin, "maya@example.test").await, "manager");
    assert_eq!(becomes(&salon, App::Admin, OMI).await, "owner");
}

#[tokio::test]
async fn whoever_was_a_customer_before_becomes_owner_too_but_not_through_the_customer_app() {
    let salon = SignInSalon::with_settings(&NAMED).await;
    let before = salon.browser(App::Customer, OMI).await;
    assert_eq!(becomes(&salon, App::Customer, OMI).await, "customer");
    assert_eq!(becomes(&salon, App::Admin, OMI).await, "owner");
    assert_eq!(before.get("/api/auth/get-session").await.bytes, b"null", "a new role ends the sessions of the old one");
}

#[tokio::test]
async fn an_address_nobody_vouches_for_stays_a_customer() {
    let provider = Scripted::with_settings(&NAMED).await;
    let unverified = provider.sign_in_on(App::Admin, json!({ "email": OMI, "email_verified": false })).await;
    assert_eq!(role_of(&provider.salon.salon, App::Admin, &unverified).await, "customer");
    let verified = provider.sign_in_on(App::Admin, json!({ "sub": "s-2", "email": OMI })).await;
    assert_eq!(role_of(&provider.salon.salon, App::Admin, &verified).await, "owner");
}

#[tokio::test]
async fn a_salon_that_has_an_owner_gets_none_this_way() {
    let salon = SignInSalon::with_settings(&NAMED).await;
    salon.salon.user("Olga", Role::Owner).await;
    assert_eq!(becomes(&salon, App::Admin, OMI).await, "customer");
    assert_eq!(becomes(&salon, App::Admin, OMI).await, "customer");
}

#[tokio::test]
async fn where_nobody_is_named_everybody_is_a_customer() {
    let salon = SignInSalon::open().await;
    assert_eq!(becomes(&salon, App::Admin, OMI).await, "customer");
}

#[tokio::test]
async fn it_happens_once_whatever_becomes_of_the_first() {
    let salon = SignInSalon::with_settings(&NAMED).await;
    let omi = salon.browser(App::Admin, OMI).await;
    let id = omi.get("/api/auth/get-session").await.json()["user"]["id"].as_str().unwrap().to_owned();
    let developer = salon.salon.person("Dev", Role::Developer).await;
    let olga = salon.salon.user("Olga", Role::Owner).await;
    developer.patch(&format!("/api/users/{id}"), json!({ "role": "customer" })).await.ok();
    salon.salon.salon.table.forget(&keys::user(&olga.id)).await.unwrap();
    assert_eq!(becomes(&salon, App::Admin, OMI).await, "customer");
}

#[tokio::test]
async fn however_many_sign_ins_come_at_once_there_is_one_first_owner() {
    let salon = SignInSalon::with_settings(&NAMED).await;
    let way = || json!({ "provider": "google", "callbackURL": "/home" });
    let ways = join_all((0..8).map(|_| salon.go(App::Admin, OMI, way()))).await;
    let replies = join_all(ways.iter().map(|way| salon.finish_sign_in(way))).await;
    for reply in &replies {
        assert_eq!(role_of(&salon.salon, App::Admin, reply).await, "owner");
    }
    let developer = salon.salon.person("Dev", Role::Developer).await;
    let owners = developer.get("/api/users?role=owner").await.ok();
    assert_eq!(owners["users"].as_array().map(Vec::len), Some(1), "{owners}");
}
