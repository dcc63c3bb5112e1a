//! Webhooks from end to end: who may look after them, what a receiver gets, and what happens when it does not take it.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use parlour_local::listen::Listener;
use parlour_settings::App;
use parlour_tests::{Client, TestSalon, counts};
use parlour_values::role::Role;
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::sync::watch;

/// A receiver on this machine that answers what it is told to, and keeps what it got.
#[derive(Clone)]
struct Receiver {
    url: String,
    got: Arc<Mutex<Vec<(HeaderMap, String)>>>,
    answers: Arc<Mutex<Vec<u16>>>,
    /// The ids of what it answered with a 2xx.
    taken: Arc<Mutex<BTreeSet<String>>>,
}

impl Receiver {
    async fn open() -> Self {
        let listener = Listener::bind(0).await.unwrap();
        let receiver = Self {
            url: format!("http://127.0.0.1:{}/hooks", listener.port),
            got: Arc::default(),
            answers: Arc::default(),
            taken: Arc::default(),
        };
        let own = receiver.clone();
        let router = Router::new().fallback(move |request: Request| {
            let own = own.clone();
            async move {
                let (head, body) = request.into_parts();
                let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
                let answer = own.answers.lock().unwrap().pop().unwrap_or(204);
                if answer < 300 {
                    own.taken.lock().unwrap().insert(head.headers["webhook-id"].to_str().unwrap().to_owned());
                }
                own.got.lock().unwrap().push((head.headers, String::from_utf8(body.to_vec()).unwrap()));
                StatusCode::from_u16(answer).unwrap()
            }
        });
        tokio::spawn(async move {
            let (_stop, stopped) = watch::channel(false);
            listener.serve(router, stopped).await;
        });
        receiver
    }

    /// The next answers, the first one first; after them 204.
    fn answers(&self, statuses: &[u16]) {
        *self.answers.lock().unwrap() = statuses.iter().rev().copied().collect();
    }

    fn got(&self) -> Vec<(HeaderMap, Value)> {
        let got = self.got.lock().unwrap();
        got.iter().map(|(headers, body)| (headers.clone(), serde_json::from_str(body).unwrap())).collect()
    }

    fn types(&self) -> Vec<String> {
        self.got().iter().map(|(_, body)| body["type"].as_str().unwrap().to_owned()).collect()
    }
}

async fn developer(salon: &TestSalon) -> Client<'_> {
    salon.person("Dev Eloper", Role::Developer).await
}

async fn webhook(salon: &TestSalon, receiver: &Receiver, types: &[&str]) -> Value {
    let wish = json!({ "url": receiver.url, "types": types });
    developer(salon).await.post("/api/webhooks", wish).await.created()["webhook"].clone()
}

fn path(webhook: &Value) -> String {
    format!("/api/webhooks/{}", webhook["id"].as_str().unwrap())
}

async fn lead(salon: &TestSalon) {
    let desk = salon.reception().await;
    desk.post("/api/leads", json!({ "name": "Ravi", "phone": "9811111111" })).await.created();
}

/// Whether a signature of the request was made with this secret, worked out as a receiver does.
fn is_signed(secret: &str, headers: &HeaderMap, body: &str) -> bool {
    let text = |name: &str| headers[name].to_str().unwrap().to_owned();
    let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
    mac.update(format!("{}.{}.{body}", text("webhook-id"), text("webhook-timestamp")).as_bytes());
    let own = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
    text("webhook-signature").split(' ').any(|signature| signature == own)
}

#[tokio::test]
async fn a_receiver_gets_what_happens_as_the_feed_shows_it_and_signed() {
    let salon = TestSalon::open().await;
    let (worker, receiver) = (salon.worker().await, Receiver::open().await);
    lead(&salon).await;
    worker.deliver_due().await.unwrap();
    let webhook = webhook(&salon, &receiver, &["lead.captured"]).await;
    assert_eq!((&webhook["isActive"], &webhook["disabledReason"]), (&json!(true), &Value::Null));
    lead(&salon).await;
    worker.deliver_due().await.unwrap();

    assert_eq!(receiver.types(), ["lead.captured"], "only what came after it, and of its types");
    let (headers, body) = receiver.got.lock().unwrap()[0].clone();
    let event: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(headers["webhook-id"], event["id"].as_str().unwrap());
    assert_eq!(headers["webhook-timestamp"], salon.salon.clock.now().seconds().to_string().as_str());
    assert!(is_signed(webhook["secret"].as_str().unwrap(), &headers, &body));
    assert!(!is_signed(webhook["secret"].as_str().unwrap(), &headers, &body.replace("lead", "Lead")));
    let feed = developer(&salon).await.get("/api/events?types=lead.captured").await.ok();
    assert_eq!(feed["events"][1], event, "the body is that of the feed");

    let sent = developer(&salon).await.get(&format!("{}/deliveries", path(&webhook))).await.ok();
    let delivery = &sent["deliveries"][0];
    assert_eq!((&delivery["eventId"], &delivery["status"]), (&event["id"], &json!("delivered")));
    assert_eq!((&delivery["attempts"], &delivery["lastStatusCode"]), (&json!(1), &json!(204)));
    assert_eq!(delivery["nextAttemptAt"], Value::Null);
}

#[tokio::test]
async fn what_is_not_taken_is_sent_again_and_then_has_failed() {
    let salon = TestSalon::open().await;
    let (worker, receiver) = (salon.worker().await, Receiver::open().await);
    let webhook = webhook(&salon, &receiver, &["lead.captured"]).await;
    worker.deliver_due().await.unwrap();
    receiver.answers(&[500, 302, 404, 500, 500, 500, 500, 500]);
    lead(&salon).await;
    worker.deliver_due().await.unwrap();
    let dev = developer(&salon).await;
    let log = format!("{}/deliveries", path(&webhook));
    let first = dev.get(&format!("{log}?status=pending")).await.ok()["deliveries"][0].clone();
    assert_eq!((&first["attempts"], &first["lastStatusCode"]), (&json!(1), &json!(500)));
    assert_eq!(first["nextAttemptAt"], "2026-11-16T04:30:05.000Z");
    worker.move_clock("2026-11-16T10:00:05+05:30".parse().unwrap(), true).await.unwrap();
    assert_eq!(receiver.got().len(), 2);
    worker.move_clock("2026-11-17T18:00:00+05:30".parse().unwrap(), true).await.unwrap();
    assert_eq!(receiver.got().len(), 8);
    let ids: Vec<_> = receiver.got().iter().map(|(headers, _)| headers["webhook-id"].clone()).collect();
    assert!(ids.windows(2).all(|two| two[0] == two[1]), "a receiver can tell doublets");
    let failed = dev.get(&format!("{log}?status=failed")).await.ok()["deliveries"][0].clone();
    assert_eq!((&failed["attempts"], &failed["nextAttemptAt"]), (&json!(8), &Value::Null));
    assert_eq!(dev.get(&format!("{log}?status=pending")).await.ok()["deliveries"], json!([]));

    let again = format!("{log}/{}/redeliver", failed["id"].as_str().unwrap());
    dev.post_empty(&again).await.ok();
    worker.deliver_due().await.unwrap();
    assert_eq!(receiver.got().len(), 9);
    assert_eq!(dev.get(&log).await.ok()["deliveries"][0]["status"], "delivered");
    dev.post_empty(&format!("{log}/nothing/redeliver")).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn both_secrets_sign_for_a_day_after_a_rotation_and_neither_is_shown_again() {
    let salon = TestSalon::open().await;
    let (worker, receiver) = (salon.worker().await, Receiver::open().await);
    let dev = developer(&salon).await;
    // Of this type nothing happens here: it gets its tests alone.
    let wish = json!({ "url": receiver.url, "types": ["booking.completed"] });
    let created = dev.clone().once("k").post("/api/webhooks", wish.clone()).await.created();
    let webhook = created["webhook"].clone();
    let repeated = dev.clone().once("k").post("/api/webhooks", wish).await.created();
    assert_eq!((&repeated["webhook"]["id"], &repeated["webhook"]["secret"]), (&webhook["id"], &Value::Null));
    let old = webhook["secret"].as_str().unwrap().to_owned();
    let new = dev.post_empty(&format!("{}/rotate", path(&webhook))).await.ok()["webhook"]["secret"].clone();
    let new = new.as_str().unwrap().to_owned();
    dev.post_empty(&format!("{}/test", path(&webhook))).await.ok();
    worker.deliver_due().await.unwrap();
    let signed = |secret: &str| receiver.got.lock().unwrap().last().map(|(head, body)| is_signed(secret, head, body));
    assert_eq!((signed(&old), signed(&new)), (Some(true), Some(true)));
    worker.move_clock("2026-11-17T10:00:00+05:30".parse().unwrap(), true).await.unwrap();
    let dev = developer(&salon).await;
    dev.post_empty(&format!("{}/test", path(&webhook))).await.ok();
    worker.deliver_due().await.unwrap();
    assert_eq!(receiver.types().last().map(String::as_str), Some("webhook.tested"));
    assert_eq!((signed(&old), signed(&new)), (Some(false), Some(true)));

    for page in ["/api/webhooks", "/api/logs/audit", "/api/events", "/webhooks"] {
        let answer = dev.clone().with_header("accept", "text/html").get(page).await;
        let text = String::from_utf8(answer.bytes).unwrap();
        assert!(answer.status == 200 && !text.contains(&old[6..]) && !text.contains(&new[6..]), "{page}");
    }
}

#[tokio::test]
async fn a_receiver_that_is_gone_or_fails_for_five_days_is_switched_off_and_developers_are_told() {
    let salon = TestSalon::open().await;
    let (worker, gone, failing) = (salon.worker().await, Receiver::open().await, Receiver::open().await);
    let dev = developer(&salon).await;
    let first = webhook(&salon, &gone, &["lead.captured"]).await;
    let second = webhook(&salon, &failing, &["lead.captured"]).await;
    gone.answers(&[410]);
    failing.answers(&[500; 60]);
    lead(&salon).await;
    worker.deliver_due().await.unwrap();
    worker.move_clock("2026-11-21T10:00:00+05:30".parse().unwrap(), false).await.unwrap();
    lead(&salon).await;
    worker.deliver_due().await.unwrap();
    assert_eq!((gone.got().len(), failing.got().len()), (1, 2));
    let dev = salon.signed_in(dev.user.as_ref().unwrap(), App::Admin).await;
    let listed = dev.get("/api/webhooks").await.ok()["webhooks"].clone();
    let reasons: Vec<_> = listed.as_array().unwrap().iter().map(|one| (&one["id"], &one["disabledReason"])).collect();
    assert_eq!(reasons, [(&second["id"], &json!("failing")), (&first["id"], &json!("gone"))]);
    let told = dev.get("/api/notifications").await.ok()["notifications"].clone();
    let told: Vec<_> = told.as_array().unwrap().iter().filter(|one| one["type"] == "webhook_disabled").collect();
    assert_eq!(told.len(), 2, "{told:?}");

    dev.post_empty(&format!("{}/test", path(&first))).await.refused(409, "CONFLICT");
    let on = dev.patch(&path(&first), json!({ "isActive": true })).await.ok()["webhook"].clone();
    assert_eq!((&on["isActive"], &on["disabledReason"]), (&json!(true), &Value::Null));
    lead(&salon).await;
    worker.deliver_due().await.unwrap();
    assert_eq!(gone.got().len(), 2, "from then on, and nothing of what it missed");
}

#[tokio::test]
async fn what_was_missed_is_replayed_from_a_cursor() {
    let salon = TestSalon::open().await;
    let (worker, receiver) = (salon.worker().await, Receiver::open().await);
    let dev = developer(&salon).await;
    worker.deliver_due().await.unwrap();
    let start = dev.get("/api/events").await.ok()["nextCursor"].clone();
    for _ in 0..45 {
        lead(&salon).await;
    }
    worker.deliver_due().await.unwrap();
    let webhook = webhook(&salon, &receiver, &["lead.captured"]).await;
    worker.deliver_due().await.unwrap();
    assert!(receiver.got().is_empty());
    dev.post(&format!("{}/replay", path(&webhook)), json!({ "after": start })).await.ok();
    worker.deliver_due().await.unwrap();
    assert_eq!((receiver.got().len(), receiver.taken.lock().unwrap().len()), (45, 45));
    dev.post(&format!("{}/replay", path(&webhook)), json!({ "after": "nonsense" })).await.invalid(&["after"]);
    dev.post(&format!("{}/replay", path(&webhook)), json!({})).await.invalid(&["after"]);
}

#[tokio::test]
async fn addresses_that_lead_inside_are_refused_when_saved_and_when_changed() {
    let salon = TestSalon::open().await;
    let (dev, receiver) = (developer(&salon).await, Receiver::open().await);
    let webhook = webhook(&salon, &receiver, &[]).await;
    assert_eq!(webhook["types"], Value::Null);
    for url in [
        "",
        "not a url",
        "https:///hooks.example.com",
        "http://hooks.example.com/",
        "https://user:secret@hooks.example.com/",
        "https://hooks.example.com:8443/",
        "https://localhost/",
        "https://127.0.0.1/",
        "https://2130706433/",
        "https://[::1]/",
        "https://[0:0:0:0:0:0:0:1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://10.0.0.1/",
        "https://169.254.169.254/",
        "https://100.64.0.1/",
        "https://[fe80::1]/",
        "https://[fd00::1]/",
        "http://10.0.0.1/",
    ] {
        dev.post("/api/webhooks", json!({ "url": url })).await.invalid(&["url"]);
        dev.patch(&path(&webhook), json!({ "url": url })).await.invalid(&["url"]);
    }
    dev.post("/api/webhooks", json!({})).await.invalid(&["url"]);
    dev.post("/api/webhooks", json!({ "url": receiver.url, "types": ["coffee.made"] })).await.invalid(&["types.0"]);
    let changed = json!({ "types": ["lead.moved", "lead.moved"], "description": "Books" });
    let changed = dev.patch(&path(&webhook), changed).await.ok()["webhook"].clone();
    assert_eq!((&changed["types"], &changed["description"]), (&json!(["lead.moved"]), &json!("Books")));
    let cleared = dev.patch(&path(&webhook), json!({ "types": null, "description": null })).await.ok();
    assert_eq!((&cleared["webhook"]["types"], &cleared["webhook"]["description"]), (&Value::Null, &Value::Null));
    dev.delete(&path(&webhook)).await.ok();
    dev.delete(&path(&webhook)).await.refused(404, "NOT_FOUND");
    assert_eq!(dev.get("/api/webhooks").await.ok()["webhooks"], json!([]));
}

#[tokio::test]
async fn only_developers_look_after_webhooks() {
    let salon = TestSalon::open().await;
    for role in [Role::Receptionist, Role::Manager, Role::Owner] {
        let caller = salon.person("Somebody", role).await;
        caller.get("/api/webhooks").await.refused(403, "FORBIDDEN");
        caller.post("/api/webhooks", json!({})).await.refused(403, "FORBIDDEN");
        caller.post_empty("/api/webhooks/x/rotate").await.refused(403, "FORBIDDEN");
    }
    salon.anyone(App::Admin).get("/api/webhooks").await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn receivers_that_fail_at_random_get_every_event() {
    let salon = TestSalon::open().await;
    let worker = salon.worker().await;
    let count = counts::bulk(20);
    let receivers = [Receiver::open().await, Receiver::open().await, Receiver::open().await];
    for receiver in &receivers {
        webhook(&salon, receiver, &["lead.captured"]).await;
        // The first attempts and most of the second ones: of thousands, some would fail at random more often than they
        // are tried.
        let failing = count + count / 3;
        let answers: Vec<u16> = (0..failing).map(|_| [204, 204, 500][salon.salon.random.below(3)]).collect();
        receiver.answers(&answers);
    }
    worker.deliver_due().await.unwrap();
    let desk = salon.reception().await;
    for _ in 0..count {
        desk.post("/api/leads", json!({ "name": "Ravi", "phone": "9811111111" })).await.created();
    }
    worker.deliver_due().await.unwrap();
    worker.move_clock("2026-11-18T10:00:00+05:30".parse().unwrap(), true).await.unwrap();
    for receiver in &receivers {
        assert_eq!(receiver.taken.lock().unwrap().len(), count);
        assert!(receiver.got().len() > count, "some of them more than once");
    }
}
