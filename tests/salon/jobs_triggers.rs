//! Those who may run a job over HTTP, and what they are answered.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use parlour_jobs::triggers;
use parlour_settings::App;
use parlour_tests::{Reply, TestSalon};
use parlour_values::role::Role;
use serde_json::{Value, json};

const CURRENT: &str = "sig_current_5f3c0c0e8f6b4a1d9e2b7a60c1d2e3f4";
const NEXT: &str = "sig_next_0a1b2c3d4e5f60718293a4b5c6d7e8f9";
const JOB: &str = "/api/jobs/offer-auto-expire";
const BODY: &str = r#"{"bookingId":"bk_123","kind":"reminder"}"#;
/// SHA-256 of the body, as the vendor writes it.
const HASH: &str = "cilIwfu8TEPdqB3I00VBTNR5hm5FIwkUoLENlSIflXs=";

async fn guarded() -> TestSalon {
    TestSalon::with_settings(&[
        ("ADMIN_URL", "https://admin.example.test"),
        ("JOB_CURRENT_SIGNING_KEY", CURRENT),
        ("JOB_NEXT_SIGNING_KEY", NEXT),
        ("APP_ENV", "production"),
    ])
    .await
}

/// The vendor's claims for our job, with changes (null removes one).
fn claims(changes: Value) -> Value {
    let mut claims = json!({
        "iss": "Upstash", "sub": format!("https://admin.example.test{JOB}"), "exp": 4_102_444_800_i64,
        "nbf": 1_767_225_600, "iat": 1_767_225_600, "jti": "jwt_test_1", "body": HASH,
    });
    for (name, value) in changes.as_object().unwrap() {
        match value {
            Value::Null => claims.as_object_mut().map(|claims| claims.remove(name)).map_or((), |_| ()),
            value => claims[name] = value.clone(),
        }
    }
    claims
}

fn signed(key: &str, algorithm: Algorithm, claims: &Value) -> String {
    jsonwebtoken::encode(&Header::new(algorithm), claims, &EncodingKey::from_secret(key.as_bytes())).unwrap()
}

async fn call(salon: &TestSalon, header: Option<(&str, &str)>, body: &str) -> Reply {
    let client = salon.anyone(App::Admin);
    let client = match header {
        Some((name, value)) => client.with_header(name, value),
        None => client,
    };
    client.send(http::Method::POST, JOB, Some(body.to_owned())).await
}

#[track_caller]
fn ran(reply: &Reply) {
    assert_eq!((reply.status.as_u16(), reply.json()), (200, json!({ "success": true, "processed": 0 })));
}

#[track_caller]
fn turned_away(reply: &Reply) {
    assert_eq!((reply.status.as_u16(), reply.bytes.as_slice()), (401, b"Unauthorized".as_slice()));
}

#[tokio::test]
async fn the_current_and_the_next_key_open_the_door_padded_or_not() {
    let salon = guarded().await;
    for key in [CURRENT, NEXT] {
        let token = signed(key, Algorithm::HS256, &claims(json!({})));
        ran(&call(&salon, Some(("Upstash-Signature", &token)), BODY).await);
    }
    let unpadded = signed(CURRENT, Algorithm::HS256, &claims(json!({ "body": HASH.trim_end_matches('=') })));
    ran(&call(&salon, Some(("upstash-signature", &unpadded)), BODY).await);
}

#[tokio::test]
async fn whatever_is_wrong_with_a_signature_is_a_plain_401_and_no_work() {
    let salon = guarded().await;
    let other = signed("another key", Algorithm::HS256, &claims(json!({})));
    let hs512 = signed(CURRENT, Algorithm::HS512, &claims(json!({})));
    let mut tokens = vec![other, hs512, String::new(), "a.b.c".to_owned(), URL_SAFE_NO_PAD.encode("{}")];
    for changes in [
        json!({ "sub": format!("https://admin.example.test{JOB}/") }),
        json!({ "exp": 1_767_225_900 }),
        json!({ "nbf": 4_000_000_000_i64 }),
        json!({ "iss": "Somebody" }),
        json!({ "iss": null }),
        json!({ "sub": null }),
        json!({ "exp": null }),
        json!({ "nbf": null }),
        json!({ "body": null }),
    ] {
        tokens.push(signed(CURRENT, Algorithm::HS256, &claims(changes)));
    }
    salon.wire.reset();
    for token in &tokens {
        turned_away(&call(&salon, Some(("Upstash-Signature", token)), BODY).await);
    }
    let good = signed(CURRENT, Algorithm::HS256, &claims(json!({})));
    turned_away(&call(&salon, Some(("Upstash-Signature", &good)), &format!("{BODY} ")).await);
    turned_away(&call(&salon, None, BODY).await);
    turned_away(&call(&salon, Some(("x-internal-job-token", "t")), BODY).await);
    assert_eq!(salon.wire.cost().calls, Vec::<String>::new());
}

#[tokio::test]
async fn without_keys_the_internal_token_opens_the_door() {
    for env in ["production", "staging"] {
        let salon = TestSalon::with_settings(&[("INTERNAL_JOB_TOKEN", "let-me-in"), ("APP_ENV", env)]).await;
        ran(&call(&salon, Some(("x-internal-job-token", "let-me-in")), "").await);
        turned_away(&call(&salon, Some(("x-internal-job-token", "let-me-i")), "").await);
        turned_away(&call(&salon, None, "").await);
    }
}

#[tokio::test]
async fn with_neither_only_production_is_closed() {
    ran(&call(&TestSalon::open().await, None, "").await);
    turned_away(&call(&TestSalon::with_settings(&[("APP_ENV", "production")]).await, None, "").await);
}

#[tokio::test]
async fn a_name_longer_than_any_of_ours_names_nothing() {
    let salon = TestSalon::open().await;
    let body = json!({ "bookingId": "x".repeat(3000) });
    for job in ["noshow-check", "stale-booking-alert", "post-service-followup", "invoice-pdf"] {
        let reply = salon.anyone(App::Admin).post(&format!("/api/jobs/{job}"), body.clone()).await;
        assert_eq!(reply.status, 200, "{job}");
    }
}

#[tokio::test]
async fn an_inner_failure_is_a_plain_500_and_nothing_leaks() {
    let salon = TestSalon::open().await;
    // The log of the run may still be written.
    salon.wire.fail(|_, call| (call != "TransactWriteItems").then_some(parlour_tests::wire::Fault::RefuseBefore));
    let reply = call(&salon, None, "").await;
    assert_eq!((reply.status.as_u16(), reply.bytes.as_slice()), (500, b"Job failed".as_slice()));
    salon.wire.reset();
    ran(&call(&salon, None, "").await);
}

#[tokio::test]
async fn a_job_that_does_not_exist_is_not_found() {
    let salon = TestSalon::open().await;
    salon.anyone(App::Admin).post("/api/jobs/make-coffee", json!({})).await.refused(404, "NOT_FOUND");
    salon.anyone(App::Customer).post(JOB, json!({})).await.refused(404, "NOT_FOUND");
}

/// The jobs in the run log, by name.
async fn logged(salon: &TestSalon) -> Vec<String> {
    let developer = salon.person("Dev", Role::Developer).await;
    let log = developer.get("/api/logs/jobs").await.ok();
    let runs = log["runs"].as_array().unwrap_or_else(|| panic!("{log}"));
    let mut jobs: Vec<String> = runs.iter().map(|run| run["job"].as_str().unwrap().to_owned()).collect();
    jobs.sort_unstable();
    jobs
}

#[tokio::test]
async fn a_run_is_logged_with_what_a_function_is_allowed_to_do() {
    let salon = TestSalon::open().await;
    salon.wire.reset();
    ran(&call(&salon, None, "").await);
    let calls = salon.wire.cost().calls;
    assert!(calls.iter().any(|call| call == "PutItem"), "{calls:?}");
    assert!(!calls.iter().any(|call| call == "BatchWriteItem"), "no function is allowed it: {calls:?}");
    assert_eq!(logged(&salon).await, ["offer-auto-expire"]);
}

#[tokio::test]
async fn a_schedules_dead_letter_runs_its_job_when_the_queue_brings_it_again() {
    let salon = TestSalon::open().await;
    let message = |id: &str, body: Value| json!({ "messageId": id, "body": body.to_string() });
    // As the schedule wrote it, and as Lambda wraps what failed in every try.
    let never_handed_over = message("a", json!({ "job": "offer-auto-expire" }));
    let failed = message(
        "b",
        json!({
            "version": "1.0", "requestContext": { "condition": "RetriesExhausted", "approximateInvokeCount": 3 },
            "requestPayload": { "job": "session-cleanup" }, "responsePayload": { "errorMessage": "the table did not answer" },
        }),
    );
    let sweep = message("c", json!({ "job": triggers::SWEEP }));
    let unknown = message("d", json!({ "job": "make-coffee" }));
    let answer = triggers::batch(&salon.salon, &[never_handed_over, failed, sweep, unknown]).await;
    assert_eq!(answer, json!({ "batchItemFailures": [{ "itemIdentifier": "d" }] }));
    assert_eq!(logged(&salon).await, ["offer-auto-expire", "session-cleanup"]);
}
