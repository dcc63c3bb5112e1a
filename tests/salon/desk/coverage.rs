//! Everything the admin API can do has a place at the desk: a form, a link, a call of a script, or a page that reads the
//! same. What only programs need is listed with its reason.

use std::collections::{BTreeMap, BTreeSet};

use parlour_local::gateway;
use parlour_settings::App;
use parlour_tests::TestSalon;
use parlour_values::role::Role;
use serde_json::json;

use super::table::Desk;
use crate::site::table::{all, as_browser, parsed, text};

/// Operations that no page needs, and why.
const FOR_PROGRAMS: &[(&str, &str)] = &[
    ("GET /api/events", "other programs follow what happens; people read the audit log"),
    ("POST /mcp", "agents call it with a program's token"),
    ("GET /api/openapi.json", "the document that programs are written from"),
    ("POST /api/webhooks/{id}/replay", "takes a cursor of the feed, which programs read"),
    ("GET /api/auth/callback/{provider}", "where the identity provider sends the browser back to"),
    ("GET /api/auth/error", "where a sign-in without a page of its own ends"),
    ("GET /api/auth/ok", "monitors ask whether sign-in is up"),
    ("GET /api/auth/get-session", "a page knows its caller already"),
    ("GET /api/auth/list-sessions", "an owner ends sessions at /users"),
    ("POST /api/auth/revoke-session", "an owner ends sessions at /users"),
    ("POST /api/auth/revoke-sessions", "an owner ends sessions at /users"),
    ("POST /api/auth/revoke-other-sessions", "an owner ends sessions at /users"),
];

/// Called by the scheduler and the queue.
const JOBS: &str = "POST /api/jobs/";

/// Reads whose twin is a page: it renders what the operation answers.
const PAGES: &[(&str, &str)] = &[
    ("GET /api/billing/day", "/billing"),
    ("GET /api/billing/dues", "/billing"),
    ("GET /api/billing/invoices", "/billing"),
    ("GET /api/billing/invoices/{id}", "/billing/{id}"),
    ("GET /api/billing/upi", "/bookings/{id}/checkout"),
    ("GET /api/bookings", "/bookings"),
    ("GET /api/bookings/{id}", "/bookings/{id}"),
    ("GET /api/branches", "/branches"),
    ("GET /api/branches/{id}", "/branches/{id}"),
    ("GET /api/branches/{id}/settings", "/branches/{id}"),
    ("GET /api/branding", "/branding"),
    ("GET /api/customers", "/customers"),
    ("GET /api/customers/{id}", "/customers/{id}"),
    ("GET /api/drawer", "/drawer"),
    ("GET /api/drawer/history", "/drawer"),
    ("GET /api/drawer/movements", "/drawer"),
    ("GET /api/integrations", "/integrations"),
    ("GET /api/leads", "/leads"),
    ("GET /api/leads/{id}", "/leads/{id}"),
    ("GET /api/logs/access", "/customers/{id}"),
    ("GET /api/logs/audit", "/logs"),
    ("GET /api/logs/audit/verify", "/logs"),
    ("GET /api/logs/jobs", "/logs"),
    ("GET /api/logs/notifications", "/logs"),
    ("GET /api/lookups", "/bookings/new"),
    ("GET /api/me", "/me"),
    ("GET /api/me/earnings", "/me"),
    ("GET /api/me/leave", "/me"),
    ("GET /api/me/schedule", "/me"),
    ("GET /api/membership-tiers", "/memberships"),
    ("GET /api/memberships", "/memberships"),
    ("GET /api/memberships/{id}", "/memberships/{id}"),
    ("GET /api/message-templates", "/messages"),
    ("GET /api/message-templates/{kind}/{language}", "/messages/{kind}/{language}"),
    ("GET /api/notifications", "/notifications"),
    ("GET /api/offers", "/offers"),
    ("GET /api/offers/{id}", "/offers/{id}"),
    ("GET /api/pay", "/pay"),
    ("GET /api/pay/{staffId}", "/pay/{staffId}"),
    ("GET /api/products", "/products"),
    ("GET /api/products/{id}", "/products/{id}"),
    ("GET /api/products/{id}/movements", "/products/{id}"),
    ("GET /api/repeats/{id}", "/bookings/{id}"),
    ("GET /api/reports/bookings", "/reports"),
    ("GET /api/reports/customers", "/reports"),
    ("GET /api/reports/gems", "/reports"),
    ("GET /api/reports/gst", "/reports"),
    ("GET /api/reports/gstr1", "/reports"),
    ("GET /api/reports/leads", "/reports"),
    ("GET /api/reports/memberships", "/reports"),
    ("GET /api/reports/products", "/reports"),
    ("GET /api/reports/sales", "/reports"),
    ("GET /api/reports/staff", "/reports"),
    ("GET /api/resources", "/branches/{id}"),
    ("GET /api/schedule", "/schedule"),
    ("GET /api/schedule/blocks", "/schedule"),
    ("GET /api/schedule/closures", "/schedule"),
    ("GET /api/schedule/leave", "/schedule"),
    ("GET /api/services", "/services"),
    ("GET /api/services/categories", "/services"),
    ("GET /api/services/{id}", "/services/{id}"),
    ("GET /api/staff", "/staff"),
    ("GET /api/staff/{id}", "/staff/{id}"),
    ("GET /api/staff/{id}/commission", "/staff/{id}"),
    ("GET /api/tags", "/customers"),
    ("GET /api/tokens", "/tokens"),
    ("GET /api/users", "/users"),
    ("GET /api/waitlist", "/waitlist"),
    ("GET /api/webhooks", "/webhooks"),
    ("GET /api/webhooks/{id}/deliveries", "/webhooks/{id}"),
    ("GET /api/users/{id}", "/users/{id}"),
    ("GET /api/users/invites", "/users"),
];

const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/// The call in an attribute of a page: `PATCH /api/…` of a form, `/api/…` of a link.
fn call_of(value: &str) -> Option<(String, String)> {
    let (method, path) = value.split_once(' ').unwrap_or(("GET", value));
    let is_call = METHODS.contains(&method) && path.starts_with("/api/");
    is_call.then(|| (method.to_owned(), path.split(['?', '#']).next().unwrap_or_default().to_owned()))
}

/// The calls that a script writes out: each `/api/…`, with the method that stands before it.
fn calls_of_script(script: &str) -> BTreeSet<(String, String)> {
    let mut calls = BTreeSet::new();
    for (at, _) in script.match_indices("/api/") {
        let mut path = String::new();
        let mut rest = script[at..].chars().peekable();
        while let Some(letter) = rest.next() {
            match letter {
                '$' if rest.peek() == Some(&'{') => {
                    rest.by_ref().find(|letter| *letter == '}');
                    path.push_str("{}");
                }
                '\'' | '"' | '`' | '?' | ' ' | ')' | ',' | '\n' => break,
                letter => path.push(letter),
            }
        }
        let before: String = script[..at].chars().rev().take(24).collect::<Vec<_>>().into_iter().rev().collect();
        let method = METHODS.iter().filter_map(|method| Some((before.rfind(method)?, *method))).max();
        calls.insert((method.map_or("GET", |(_, method)| method).to_owned(), path));
    }
    calls
}

/// Whether a call as it is written is one of an operation: its parameters fit anything.
fn fits(operation: &str, (method, path): &(String, String)) -> bool {
    let (wanted, pattern) = operation.split_once(' ').unwrap();
    let (pattern, path): (Vec<&str>, Vec<&str>) = (pattern.split('/').collect(), path.split('/').collect());
    wanted == method
        && pattern.len() == path.len()
        && pattern.iter().zip(path).all(|(pattern, part)| pattern.starts_with('{') || *pattern == part)
}

fn operations() -> BTreeSet<String> {
    let document = parlour_tests::documented::document(App::Admin);
    let mut operations = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys().map(|method| method.to_uppercase()) {
            if METHODS.contains(&method.as_str()) {
                operations.insert(format!("{method} {path}"));
            }
        }
    }
    operations
}

#[tokio::test]
async fn every_operation_of_the_admin_api_has_a_place_at_the_desk() {
    let salon = TestSalon::open().await;
    let desk = Desk::open(&salon).await;
    let (mut calls, mut scripts) = (BTreeSet::new(), BTreeSet::new());
    let mut replies: Vec<_> = desk.answers().await.into_iter().map(|(_, reply)| reply).collect();
    // A person on their own days may take leave back.
    replies.push(desk.person(Role::Staff).get("/me").await);
    // Leave that was approved stands in a list of its own.
    replies.push(desk.person(Role::Manager).get("/schedule?leave=approved").await);
    // Only whoever may not approve asks a manager.
    replies.push(desk.person(Role::Receptionist).get(&desk.edited_bill()).await);
    // A customer who is to be erased can be kept.
    let (owner, new) = (as_browser(salon.owner().await), json!({ "name": "Bina Rao", "phone": "9811111111" }));
    let made = owner.post("/api/customers", new).await.created();
    let own = format!("/customers/{}", made["customer"]["id"].as_str().unwrap());
    owner.post(&format!("/api{own}/erasure"), json!({})).await.accepted();
    replies.push(owner.get(&own).await);
    for reply in replies {
        for element in all(&parsed(&reply), "*") {
            calls.extend(element.value().attrs().filter_map(|(_, value)| call_of(value)));
        }
        for script in all(&parsed(&reply), "script, link[rel=modulepreload]") {
            scripts.extend(script.value().attr("src").or(script.value().attr("href")).map(str::to_owned));
        }
    }
    for script in scripts {
        calls.extend(calls_of_script(&text(&desk.person(Role::Developer).get(&script).await)));
    }
    let routes = gateway::routes(App::Admin);
    let served: BTreeSet<&str> = routes.pages().map(|route| route.path).collect();
    let twins: BTreeMap<&str, &str> = PAGES.iter().copied().collect();
    let reasons: BTreeMap<&str, &str> = FOR_PROGRAMS.iter().copied().collect();
    let operations = operations();
    let mut problems = Vec::new();
    for operation in &operations {
        let is_called = calls.iter().any(|call| fits(operation, call));
        let twin = twins.get(operation.as_str());
        if let Some(page) = twin.filter(|page| !served.contains(**page)) {
            problems.push(format!("{operation}: there is no page {page}"));
        }
        match reasons.get(operation.as_str()) {
            Some(reason) if is_called => problems.push(format!("{operation}: is used, yet listed: {reason}")),
            Some(_) => {}
            None if is_called || twin.is_some() || operation.starts_with(JOBS) => {}
            None => problems.push(format!("{operation}: no page uses it")),
        }
    }
    let listed = twins.keys().chain(reasons.keys()).filter(|listed| !operations.contains(**listed));
    problems.extend(listed.map(|listed| format!("{listed}: is listed here and not in the API")));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn calls_are_found_in_scripts_and_attributes() {
    let script =
        "fetch(`/api/customers?q=${text}`); send('PATCH', `/api/leads/${id}/x`); { call: 'POST /api/bookings' }";
    let call = |method: &str, path: &str| (method.to_owned(), path.to_owned());
    assert_eq!(
        calls_of_script(script),
        BTreeSet::from([
            call("GET", "/api/customers"),
            call("PATCH", "/api/leads/{}/x"),
            call("POST", "/api/bookings")
        ])
    );
    assert_eq!(call_of("DELETE /api/tags/{id}?dryRun=true"), Some(call("DELETE", "/api/tags/{id}")));
    assert_eq!((call_of("/bookings"), call_of("A text with /api/ in it")), (None, None));
    assert!(fits("PATCH /api/leads/{id}", &call("PATCH", "/api/leads/{}")));
    assert!(fits("POST /api/integrations/{key}/test", &call("POST", "/api/integrations/chat/test")));
    assert!(!fits("GET /api/services/{id}", &call("GET", "/api/staff/x")));
}
