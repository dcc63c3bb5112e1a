//! `?dryRun=true`: all that a write would answer, and nothing of what it would do.

mod bill;
mod call;
mod clashes;
mod refusals;
mod table;

use std::collections::BTreeSet;

use call::refused;
use http::Method;
use parlour_http::Access;
use parlour_local::gateway;
use parlour_settings::App;
use parlour_tests::{Client, TestSalon};
use parlour_values::gems::Gems;
use parlour_values::role::Role;
use serde_json::{Value, json};

use crate::walk;
pub use call::{DryRunCall, before_the_call, by_key, everything};

/// The names of an app's routes that have a dry run.
fn routes(app: App) -> BTreeSet<String> {
    let routes = gateway::routes(app);
    let taking = routes.list().filter(|route| route.takes_dry_run(app));
    taking.map(|route| format!("{app} {} {}", route.method, route.path)).collect()
}

fn post<'a, 'b>(who: &'a Client<'b>, path: &'a str, body: &Value) -> DryRunCall<'a, 'b> {
    DryRunCall { who, method: Method::POST, path, body: Some(body.to_string()) }
}

#[tokio::test]
async fn the_dry_run_of_every_write_changes_nothing_and_answers_as_the_call_does() {
    let walked = walk::dry_run().await;
    for app in [App::Customer, App::Admin] {
        for route in routes(app) {
            assert!(walked.contains(&route), "{route} has a dry run and no call in tests/salon/walk");
        }
    }
}

#[test]
fn every_admin_write_and_every_customer_booking_write_has_a_dry_run() {
    for route in gateway::routes(App::Admin).list() {
        // A call of an agent only reads, although every message of theirs is a POST.
        let is_write =
            route.method != Method::GET && matches!(route.spec.access, Access::Role(_)) && !route.spec.programs_only;
        assert_eq!(route.takes_dry_run(App::Admin), is_write, "{} {}", route.method, route.path);
    }
    let customer = [
        "POST /api/bookings",
        "POST /api/bookings/{id}/cancel",
        "POST /api/bookings/{id}/reschedule",
        "POST /api/links/{token}/accept",
        "POST /api/links/{token}/cancel",
        "POST /api/links/{token}/decline",
        "POST /api/links/{token}/reschedule",
        "POST /api/profile/calendar",
        "DELETE /api/profile/calendar",
        "POST /api/waitlist",
        "DELETE /api/waitlist/{id}",
        "POST /api/waitlist/{id}/accept",
        "POST /api/waitlist/{id}/decline",
    ];
    assert_eq!(routes(App::Customer), customer.iter().map(|route| format!("customer {route}")).collect());
}

#[tokio::test]
async fn only_true_and_false_are_values() {
    let salon = TestSalon::open().await;
    let (desk, lead) = (salon.reception().await, json!({ "name": "Ravi", "phone": "9833333333" }));
    for value in ["maybe", "", "1", "TRUE", "true&dryRun=true", "false&dryRun=true"] {
        let reply = desk.post(&format!("/api/leads?dryRun={value}"), lead.clone()).await;
        reply.invalid(&["dryRun"]);
        assert_eq!(reply.header("dry-run"), None);
    }
    let before = everything(&salon).await;
    let dry = desk.post("/api/leads?dryRun=true", lead.clone()).await;
    assert_eq!(dry.created()["leadId"], Value::Null);
    assert_eq!(everything(&salon).await, before);
    let real = desk.post("/api/leads?dryRun=false", lead.clone()).await;
    assert!(real.created()["leadId"].is_string());
    assert_eq!(real.header("dry-run"), None);

    // A caller who may not call it is told so first.
    salon.visitor().post("/api/bookings?dryRun=maybe", json!({})).await.refused(401, "UNAUTHENTICATED");
    let staff = salon.person("Sita", Role::Staff).await;
    staff.post("/api/leads?dryRun=maybe", lead).await.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn other_routes_take_no_notice_of_it() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    for value in ["true", "maybe"] {
        let (visitor, body) = (salon.visitor(), json!({ "name": "R", "phone": "9811111111" }));
        let lead = visitor.post(&format!("/api/leads?dryRun={value}"), body).await;
        assert!(lead.created()["leadId"].is_string());
        assert_eq!(lead.header("dry-run"), None);
        asha.get(&format!("/api/bookings?dryRun={value}")).await.ok();
        assert_eq!(asha.patch(&format!("/api/notifications?dryRun={value}"), json!({})).await.header("dry-run"), None);
    }
}

#[tokio::test]
async fn an_idempotency_key_is_neither_used_up_nor_replayed() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await.once("k");
    let lead = json!({ "name": "Ravi", "phone": "9833333333" });
    assert_eq!(desk.post("/api/leads?dryRun=true", lead.clone()).await.created()["leadId"], Value::Null);
    let real = desk.post("/api/leads", lead.clone()).await;
    assert_eq!(real.header("idempotency-replayed"), None, "the dry run kept nothing under the key");
    let dry = desk.post("/api/leads?dryRun=true", lead.clone()).await;
    assert_eq!((dry.header("idempotency-replayed"), &dry.created()["leadId"]), (None, &Value::Null));
    let other = desk.post("/api/leads?dryRun=true", json!({ "name": "Rita", "phone": "9844444444" })).await;
    other.created();
    assert_eq!(desk.post("/api/leads", lead).await.bytes, real.bytes, "the key still holds the call's own answer");
    salon
        .reception()
        .await
        .once("a b")
        .post("/api/leads?dryRun=true", json!({ "name": "R", "phone": "9855555555" }))
        .await
        .created();
}

#[tokio::test]
async fn it_counts_against_the_rate_limit_and_extends_no_session() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await.staying();
    for left in ["4", "3", "2", "1", "0"] {
        let reply = asha.post("/api/bookings?dryRun=true", shop.cut_tomorrow()).await;
        reply.created();
        assert_eq!(reply.header("ratelimit-remaining"), Some(left));
    }
    let limited = asha.post("/api/bookings?dryRun=true", shop.cut_tomorrow()).await;
    limited.refused(429, "RATE_LIMITED");
    assert_eq!(limited.header("dry-run"), Some("true"));

    salon.set_clock("2026-11-18T10:00:00+05:30");
    let before = everything(&salon).await;
    let later = shop.request(&shop.open, &[&shop.cut], "2026-11-19", "12:00");
    let reply = asha.post("/api/bookings?dryRun=true", later.clone()).await;
    reply.created();
    assert_eq!((reply.header("set-cookie"), everything(&salon).await == before), (None, true));
    assert!(asha.post("/api/bookings", later).await.header("set-cookie").is_some(), "the call extends it");
}

#[tokio::test]
async fn numbers_are_not_taken_by_asking() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let book = async |query: &str| asha.post(&format!("/api/bookings{query}"), shop.cut_tomorrow()).await.created();
    for _ in 0..3 {
        let dry = book("?dryRun=true").await;
        assert_eq!((&dry["id"], &dry["bookingNumber"]), (&Value::Null, &Value::Null), "{dry}");
    }
    assert_eq!(book("").await["bookingNumber"], "BK-BLR-2611-H-00001");
}

#[tokio::test]
async fn no_secret_is_made_and_nothing_is_sent() {
    let salon = TestSalon::with_settings(&[("ABLY_API_KEY", "appId1.keyId1:s3cr3tKeyValue_0123456789abcdef")]).await;
    let developer = salon.person("Dev", Role::Developer).await;
    let token = developer.post_empty("/api/ably/token?dryRun=true").await.ok();
    assert_eq!((&token["nonce"], &token["mac"]), (&Value::Null, &Value::Null), "{token}");
    assert_eq!((&token["keyName"], &token["clientId"]), (&json!("appId1.keyId1"), &json!(developer.id())));
    for key in ["email", "chat", "heartbeat", "realtime"] {
        let path = format!("/api/integrations/{key}/test?dryRun=true");
        let tested = developer.post_empty(&path).await.ok();
        assert_eq!(tested["integration"]["lastSuccessAt"], "2026-11-16T04:30:00.000Z", "{key}: {tested}");
    }
    assert!(salon.post.messages().is_empty());
    let listed = developer.get("/api/integrations").await.ok();
    assert!(listed["integrations"].as_array().unwrap().iter().all(|one| one["lastSuccessAt"].is_null()), "{listed}");
}

/// A merge is many transactions, each of which finds what the ones before it left, and its answer is read at the end.
#[tokio::test]
async fn a_request_of_many_steps_sees_its_own_earlier_ones() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (desk, manager) = (salon.reception().await, salon.manager().await);
    let walk_in = json!({ "customer": { "name": "Asha", "phone": "9876543210" }, "branchId": shop.open.id,
        "serviceType": "salon", "serviceIds": [shop.cut.id], "staffId": shop.ravi.id });
    let guest = desk.post("/api/bookings", walk_in).await.created()["booking"].clone();
    let (from, booking) = (guest["customerId"].as_str().unwrap(), guest["id"].as_str().unwrap());
    desk.post(&format!("/api/bookings/{booking}/complete"), json!({ "paymentMethod": "upi" })).await.ok();
    desk.post(&format!("/api/customers/{from}/notes"), json!({ "content": "Likes tea" })).await.created();
    let asha = salon.customer("Asha Rao").await;
    salon.listed_with(asha.user.as_ref().unwrap(), Some(Gems(0)), Vec::new(), |profile| profile.total_visits = 2).await;

    let (path, body) = (format!("/api/customers/{}/merge", asha.id()), json!({ "fromId": from }));
    let merged = before_the_call(&salon, &post(&manager, &path, &body)).await["customer"].clone();
    assert_eq!((&merged["totalVisits"], &merged["totalSpentPaise"]), (&json!(3), &json!(50_000)));
    assert_eq!(merged["phone"], "+919876543210");
    refused(
        &post(&manager, &format!("/api/customers/{from}/merge"), &json!({ "fromId": asha.id() })),
        404,
        "NOT_FOUND",
    )
    .await;
}
