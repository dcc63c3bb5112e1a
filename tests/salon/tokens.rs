//! Tokens for programs: what they look like, what they may do, and that nothing shows one twice.

use futures::future::join_all;
use http::Method;
use parlour_http::Access;
use parlour_local::gateway;
use parlour_people::auth::{Scope, Token, TokenSecret, User};
use parlour_settings::App;
use parlour_storage::table::keys;
use parlour_tests::{Client, TestSalon};
use parlour_values::role::Role;
use serde_json::{Value, json};

use crate::dry_run::everything;

const HOME: &str = "10.1.2.3";

async fn developer(salon: &TestSalon) -> Client<'_> {
    salon.person("Dev Eloper", Role::Developer).await
}

/// A program that sends this token, always from one address.
fn program<'a>(salon: &'a TestSalon, token: &str) -> Client<'a> {
    salon.anyone(App::Admin).at(HOME).with_header("authorization", &format!("Bearer {token}"))
}

/// A token of this role and these scopes: its row, and a program that sends it.
async fn made<'a>(salon: &'a TestSalon, role: Role, scopes: &[&str]) -> (Value, Client<'a>) {
    let wish = json!({ "name": "Accounting", "role": role, "scopes": scopes });
    let row = developer(salon).await.post("/api/tokens", wish).await.created();
    let client = program(salon, row["token"].as_str().unwrap());
    (row, client)
}

async fn kept(salon: &TestSalon, token: &Value) -> Token {
    let hash = TokenSecret::parse(token.as_str().unwrap()).unwrap().hash();
    salon.stored::<Token>(&keys::token(&hash)).await.unwrap().record
}

fn lead() -> Value {
    json!({ "name": "Ravi", "phone": "9811111111" })
}

#[tokio::test]
async fn a_token_is_shown_once_and_works_until_it_is_revoked() {
    let salon = TestSalon::open().await;
    let dev = developer(&salon).await;
    let wish = json!({ "name": "Accounting", "role": "manager", "expiresAt": "2026-12-31T00:00:00+05:30" });
    let row = dev.post("/api/tokens", wish).await.created();
    let token = row["token"].as_str().unwrap();
    assert!(token.starts_with("parlour_") && token.len() == 57, "{token}");
    assert_eq!((&row["role"], &row["scopes"]), (&json!("manager"), &json!(["read", "write"])));
    assert_eq!((&row["expiresAt"], &row["lastUsedAt"]), (&json!("2026-12-30T18:30:00.000Z"), &Value::Null));

    let program = program(&salon, token);
    program.get("/api/services").await.ok();
    assert_eq!(program.get("/api/me").await.ok()["user"]["role"], "manager");
    program.get("/api/users").await.refused(403, "FORBIDDEN");
    let listed = dev.get("/api/tokens").await;
    assert_eq!(listed.meta()["totalCount"], 1);
    let shown = &listed.ok()["tokens"][0];
    assert_eq!((&shown["id"], &shown["lastUsedAt"]), (&row["id"], &json!("2026-11-16T04:30:00.000Z")));
    assert_eq!(shown.get("token"), None);

    dev.delete(&format!("/api/tokens/{}", row["id"].as_str().unwrap())).await.ok();
    let refusal = program.get("/api/services").await.refused(401, "UNAUTHENTICATED");
    assert_eq!(refusal["message"], "This token is unknown, expired or revoked.");
    dev.delete(&format!("/api/tokens/{}", row["id"].as_str().unwrap())).await.refused(404, "NOT_FOUND");
    assert_eq!(dev.get("/api/tokens").await.ok()["tokens"], json!([]));
}

#[tokio::test]
async fn only_developers_look_after_tokens_and_give_no_more_than_they_have() {
    let salon = TestSalon::open().await;
    for role in [Role::Staff, Role::Receptionist, Role::Manager, Role::Owner] {
        let caller = salon.person("Somebody", role).await;
        caller.get("/api/tokens").await.refused(403, "FORBIDDEN");
        caller.post("/api/tokens", json!({})).await.refused(403, "FORBIDDEN");
        caller.delete("/api/tokens/x").await.refused(403, "FORBIDDEN");
    }
    let dev = developer(&salon).await;
    for role in Role::ALL {
        dev.post("/api/tokens", json!({ "name": "Any", "role": role })).await.created();
    }
    dev.post("/api/tokens", json!({})).await.invalid(&["name", "role"]);
    let wrong = json!({ "name": " ", "role": "boss", "scopes": ["admin"], "expiresAt": "tomorrow" });
    dev.post("/api/tokens", wrong).await.invalid(&["name", "role", "scopes.0", "expiresAt"]);
    dev.post("/api/tokens", json!({ "name": "A", "role": "staff", "scopes": [] })).await.invalid(&["scopes"]);
    let over = json!({ "name": "A", "role": "staff", "expiresAt": "2026-11-16T10:00:00+05:30" });
    dev.post("/api/tokens", over).await.invalid(&["expiresAt"]);
}

#[tokio::test]
async fn a_token_ends_at_its_moment_and_with_the_rights_of_whoever_made_it() {
    let salon = TestSalon::open().await;
    let (dev, boss) = (developer(&salon).await, developer(&salon).await);
    let soon = json!({ "name": "Soon", "role": "owner", "expiresAt": "2026-11-16T11:00:00+05:30" });
    let soon = program(&salon, dev.post("/api/tokens", soon).await.created()["token"].as_str().unwrap());
    let low = json!({ "name": "Low", "role": "manager" });
    let low = program(&salon, dev.post("/api/tokens", low).await.created()["token"].as_str().unwrap());
    let high = json!({ "name": "High", "role": "owner" });
    let high = program(&salon, dev.post("/api/tokens", high).await.created()["token"].as_str().unwrap());
    for program in [&soon, &low, &high] {
        program.get("/api/services").await.ok();
    }
    salon.set_clock("2026-11-16T11:00:00+05:30");
    soon.get("/api/services").await.refused(401, "UNAUTHENTICATED");

    let maker = format!("/api/users/{}", dev.id());
    boss.patch(&maker, json!({ "role": "manager" })).await.ok();
    high.get("/api/services").await.refused(401, "UNAUTHENTICATED");
    low.get("/api/services").await.ok();
    boss.patch(&maker, json!({ "isActive": false })).await.ok();
    low.get("/api/services").await.refused(401, "UNAUTHENTICATED");
}

/// The path with every parameter set to an id that does not exist.
fn filled(path: &str) -> String {
    path.split('/').map(|part| if part.starts_with('{') { "unknown" } else { part }).collect::<Vec<_>>().join("/")
}

#[tokio::test]
async fn a_read_token_reads_what_its_role_may_and_writes_nothing() {
    let (salon, shop) = TestSalon::with_shop().await;
    let customer = salon.customer("Asha").await;
    salon.confirmed(&shop, &customer, &[&shop.cut]).await;
    let (row, reader) = made(&salon, Role::Developer, &["read"]).await;
    reader.get("/api/services").await.ok();
    let before = everything(&salon).await;
    let mut writes = 0;
    for route in gateway::routes(App::Admin).list() {
        let Access::Role(_) = route.spec.access else { continue };
        // The calls of agents only read (`agents.rs`).
        if route.spec.programs_only {
            continue;
        }
        let (path, name) = (filled(route.path), format!("{} {}", route.method, route.path));
        if route.method == Method::GET {
            let reply = reader.get(&path).await;
            assert!(!matches!(reply.status.as_u16(), 401 | 403), "{name}: {} {}", reply.status, reply.json());
            continue;
        }
        writes += 1;
        for path in [path.clone(), format!("{path}?dryRun=true")] {
            let reply = reader.send(route.method.clone(), &path, Some("{}".to_owned())).await;
            reply.refused(403, "FORBIDDEN");
        }
    }
    assert!(writes > 60, "{writes}");
    let after = everything(&salon).await;
    let changed: Vec<_> = after.iter().filter(|(key, item)| before.get(*key) != Some(item)).collect();
    assert!(changed.is_empty() && before.len() == after.len(), "{changed:?}");
    assert_eq!(kept(&salon, &row["token"]).await.addresses.len(), 1);
}

#[tokio::test]
async fn a_write_token_may_read_and_needs_no_origin() {
    let salon = TestSalon::open().await;
    let (row, writer) = made(&salon, Role::Receptionist, &["write"]).await;
    writer.get("/api/leads").await.ok();
    let elsewhere = writer.clone().with_header("origin", "https://books.example.test");
    let made = elsewhere.with_header("sec-fetch-site", "cross-site").post("/api/leads", lead()).await.created();
    let dry = writer.post("/api/leads?dryRun=true", lead()).await;
    assert_eq!((dry.status.as_u16(), dry.header("dry-run")), (201, Some("true")));

    let log = developer(&salon).await;
    let entries = log.get(&format!("/api/logs/audit?actorId={}", row["id"].as_str().unwrap())).await.ok();
    let actions: Vec<&str> =
        entries["entries"].as_array().unwrap().iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["lead.capture", "token.new_address"]);
    let entry = &entries["entries"][0];
    assert_eq!((&entry["actorRole"], &entry["entityId"]), (&json!("receptionist"), &made["leadId"]));
}

#[tokio::test]
async fn a_token_makes_no_tokens_and_no_users() {
    let salon = TestSalon::open().await;
    let (_, program) = made(&salon, Role::Developer, &["write"]).await;
    let user = salon.user("Asha", Role::Customer).await;
    program.post("/api/tokens", json!({ "name": "More", "role": "staff" })).await.refused(403, "FORBIDDEN");
    let invite = json!({ "email": "new@example.test", "role": "owner" });
    program.post("/api/users/invites", invite).await.refused(403, "FORBIDDEN");
    program.patch(&format!("/api/users/{}", user.id), json!({ "role": "owner" })).await.refused(403, "FORBIDDEN");
    program.delete(&format!("/api/users/{}/identities", user.id)).await.refused(403, "FORBIDDEN");
    program.post("/api/staff", json!({})).await.refused(403, "FORBIDDEN");
    program.get("/api/tokens").await.ok();
    program.get("/api/users").await.ok();
    program.delete(&format!("/api/users/{}/sessions", user.id)).await.ok();
}

#[tokio::test]
async fn the_token_decides_and_is_no_one_on_the_customer_app() {
    let salon = TestSalon::open().await;
    let (row, program) = made(&salon, Role::Staff, &["read"]).await;
    let token = row["token"].as_str().unwrap();
    let owner = salon.owner().await;
    let both = |value: &str| owner.clone().with_header("authorization", value);
    both(&format!("Bearer {token}")).get("/api/branches").await.refused(403, "FORBIDDEN");
    for value in ["Bearer parlour_nonsense", "bearer", &format!("Bearer {}x", token)] {
        both(value).get("/api/branches").await.refused(401, "UNAUTHENTICATED");
    }
    both("Basic abc").get("/api/branches").await.ok();
    assert_eq!(program.get("/api/auth/get-session").await.json(), Value::Null);

    let customer = salon.customer("Asha").await;
    let header = format!("Bearer {token}");
    salon.visitor().with_header("authorization", &header).get("/api/bookings").await.refused(401, "UNAUTHENTICATED");
    customer.with_header("authorization", &header).get("/api/bookings").await.ok();
}

#[tokio::test]
async fn nothing_but_the_first_answer_holds_a_token_and_a_key_repeats_it_without() {
    let salon = TestSalon::open().await;
    let dev = developer(&salon).await.once("k-1");
    let wish = || json!({ "name": "Accounting", "role": "manager" });
    let first = dev.post("/api/tokens", wish()).await;
    let row = first.created();
    let (token, hash) = (row["token"].as_str().unwrap(), kept(&salon, &row["token"]).await.hash);
    let again = dev.post("/api/tokens", wish()).await;
    assert_eq!(again.header("idempotency-replayed"), Some("true"));
    let mut without = row.clone();
    without["token"] = Value::Null;
    assert_eq!(again.created(), without);
    dev.post("/api/tokens", json!({ "name": "Other", "role": "manager" })).await.refused(409, "CONFLICT");
    assert_eq!(dev.get("/api/tokens").await.meta()["totalCount"], 1);

    let used = program(&salon, token);
    used.get("/api/services").await.ok();
    used.post("/api/services", json!({ "name": "Polish" })).await;
    let dry = dev.post("/api/tokens?dryRun=true", wish()).await.created();
    assert_eq!((&dry["token"], &dry["id"], &dry["name"]), (&Value::Null, &Value::Null, &json!("Accounting")));
    let (secret, end) = token.split_at(51);
    for path in ["/api/tokens", "/api/logs/audit", "/tokens", "/logs"] {
        let answer = String::from_utf8(dev.clone().with_header("accept", "text/html").get(path).await.bytes).unwrap();
        assert!(!answer.contains(&secret[8..]) && !answer.contains(&hash) && !answer.contains(end), "{path}");
    }
    for (key, item) in everything(&salon).await {
        let text = format!("{key:?} {item:?}");
        assert!(!text.contains(&secret[8..]), "{text}");
        assert!(!text.contains(&hash) || text.contains("TOKEN#"), "{text}");
    }
}

#[tokio::test]
async fn an_idempotency_key_belongs_to_its_token() {
    let salon = TestSalon::open().await;
    let (_, one) = made(&salon, Role::Receptionist, &["write"]).await;
    let (_, other) = made(&salon, Role::Receptionist, &["write"]).await;
    let first = one.clone().once("k").post("/api/leads", lead()).await;
    let again = one.once("k").post("/api/leads", lead()).await;
    assert_eq!((first.created(), again.header("idempotency-replayed")), (again.created(), Some("true")));
    assert_eq!(other.once("k").post("/api/leads", lead()).await.header("idempotency-replayed"), None);
}

#[tokio::test]
async fn a_request_of_a_token_makes_the_calls_of_a_session_and_a_new_address_is_audited() {
    let salon = TestSalon::open().await;
    let (row, program) = made(&salon, Role::Manager, &["write"]).await;
    let manager = salon.manager().await;
    for client in [&program, &manager] {
        client.get("/api/services").await.ok();
    }
    let mut calls = Vec::new();
    for client in [&program, &manager] {
        for (method, path, body) in
            [(Method::GET, "/api/services", None), (Method::POST, "/api/leads", Some(lead().to_string()))]
        {
            salon.wire.reset();
            assert!(client.send(method, path, body).await.status.is_success());
            let cost = salon.wire.cost();
            calls.push((cost.calls, cost.round_trips));
        }
    }
    assert_eq!(calls[..2], calls[2..], "the token's, then the session's");

    program.clone().at("10.9.9.9").get("/api/services").await.ok();
    program.clone().at("10.9.9.9").get("/api/services").await.ok();
    salon.set_clock("2026-11-17T10:00:00+05:30");
    program.get("/api/services").await.ok();
    let token = kept(&salon, &row["token"]).await;
    assert_eq!(token.last_used_at, Some("2026-11-17T04:30:00Z".parse().unwrap()));
    let about = format!("/api/logs/audit?entityType=token&entityId={}", row["id"].as_str().unwrap());
    let entries = developer(&salon).await.get(&about).await.ok()["entries"].clone();
    let actions: Vec<&str> =
        entries.as_array().unwrap().iter().map(|entry| entry["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["token.new_address", "token.new_address", "token.create"]);
    assert_ne!(entries[0]["changes"]["address"], entries[1]["changes"]["address"]);
    assert!(!entries.to_string().contains("10.9.9.9") && !entries.to_string().contains(HOME));
}

#[tokio::test]
async fn beyond_600_requests_in_a_minute_a_token_waits() {
    let salon = TestSalon::open().await;
    let (_, program) = made(&salon, Role::Staff, &["read"]).await;
    let (_, other) = made(&salon, Role::Staff, &["read"]).await;
    for number in 1..=600_u32 {
        let reply = program.get("/api/me").await;
        reply.ok();
        assert_eq!(reply.header("ratelimit-remaining"), Some((600 - number).to_string().as_str()));
    }
    salon.wire.reset();
    for _ in 0..3 {
        let refused = program.get("/api/me").await;
        let error = refused.refused(429, "RATE_LIMITED");
        assert_eq!((&error["retryable"], refused.header("retry-after")), (&json!(true), Some("60")));
    }
    assert!(salon.wire.cost().calls.len() <= 2, "only the first of them was looked up: {:?}", salon.wire.cost().calls);
    other.get("/api/me").await.ok();
    salon.set_clock("2026-11-16T10:01:00+05:30");
    program.get("/api/me").await.ok();
}

#[tokio::test]
async fn two_instances_know_of_each_other() {
    let salon = TestSalon::open().await;
    let (_, program) = made(&salon, Role::Staff, &["read"]).await;
    let beside = salon.another_instance().client(&program);
    let mut admitted = 0;
    for number in 0..700 {
        let reply = if number % 2 == 0 { program.get("/api/me").await } else { beside.get("/api/me").await };
        admitted += usize::from(reply.status == 200);
    }
    assert!((600..=640).contains(&admitted), "{admitted}");
}

#[tokio::test]
async fn a_21st_token_of_one_creator_is_refused_also_when_many_are_made_at_once() {
    let salon = TestSalon::open().await;
    let dev = developer(&salon).await;
    let wish = json!({ "name": "Any", "role": "staff" });
    let soon = json!({ "name": "Soon", "role": "staff", "expiresAt": "2026-11-16T11:00:00+05:30" });
    dev.post("/api/tokens", soon).await.created();
    for _ in 0..17 {
        dev.post("/api/tokens", wish.clone()).await.created();
    }
    let replies = join_all((0..5).map(|_| dev.post("/api/tokens", wish.clone()))).await;
    let made = replies.iter().filter(|reply| reply.status == 201).count();
    assert_eq!(made, 2, "{:?}", replies.iter().map(|reply| reply.status).collect::<Vec<_>>());
    dev.post("/api/tokens", wish.clone()).await.refused(422, "BUSINESS_RULE_VIOLATION");
    developer(&salon).await.post("/api/tokens", wish.clone()).await.created();
    salon.set_clock("2026-11-16T11:00:00+05:30");
    dev.post("/api/tokens", wish.clone()).await.created();
    dev.post("/api/tokens", wish).await.refused(422, "BUSINESS_RULE_VIOLATION");
}

#[tokio::test]
async fn a_developer_who_made_many_tokens_can_be_deactivated() {
    let salon = TestSalon::open().await;
    let (dev, boss) = (developer(&salon).await, developer(&salon).await);
    let still = dev.post("/api/tokens", json!({ "name": "Still", "role": "staff" })).await.created();
    let now = salon.salon.clock.now();
    for number in 0..120_u8 {
        let secret = TokenSecret::new([number; 32]);
        let token = Token {
            id: format!("ended-{number}").as_str().into(),
            hash: secret.hash(),
            name: "Ended".to_owned(),
            role: Role::Staff,
            scopes: Scope::ALL.to_vec(),
            created_by: dev.id(),
            created_at: now,
            expires_at: Some(now),
            last_used_at: None,
            addresses: Vec::new(),
        };
        salon.put(&token).await;
    }
    let maker = format!("/api/users/{}", dev.id());
    boss.patch(&maker, json!({ "isActive": false })).await.ok();
    let program = program(&salon, still["token"].as_str().unwrap());
    program.get("/api/services").await.refused(401, "UNAUTHENTICATED");
    assert_eq!(boss.get("/api/tokens").await.meta()["totalCount"], 120, "those that had ended are listed for a while");
    boss.patch(&maker, json!({ "isActive": true })).await.ok();
    program.get("/api/services").await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn a_token_whose_creator_is_inactive_or_below_its_role_is_refused_when_it_is_used() {
    let salon = TestSalon::open().await;
    let dev = developer(&salon).await;
    let row = dev.post("/api/tokens", json!({ "name": "Books", "role": "manager" })).await.created();
    let program = program(&salon, row["token"].as_str().unwrap());
    let creator = dev.user.clone().unwrap();
    program.get("/api/services").await.ok();
    for (is_active, role, expected) in [
        (false, Role::Developer, 401),
        (true, Role::Receptionist, 401),
        (true, Role::Manager, 200),
        (true, Role::Developer, 200),
    ] {
        salon.put(&User { is_active, role, ..creator.clone() }).await;
        let reply = program.get("/api/services").await;
        assert_eq!(reply.status.as_u16(), expected, "{is_active} {role}");
    }
    salon.salon.table.forget(&keys::user(&creator.id)).await.unwrap();
    program.get("/api/services").await.refused(401, "UNAUTHENTICATED");
}
