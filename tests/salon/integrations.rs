//! Trying out the services around ours: only what was really tried and worked counts as a success.

use std::sync::Arc;

use futures::future::BoxFuture;
use parlour_senders::Channel;
use parlour_settings::{App, SecretError, Vault};
use parlour_tests::{Client, Outside, TestSalon, browser};
use parlour_values::role::Role;
use serde_json::{Value, json};

const NOW: &str = "2026-11-16T04:30:00.000Z";

/// An integration as the list shows it.
async fn shown(developer: &Client<'_>, key: &str) -> Value {
    let all = developer.get("/api/integrations").await.ok()["integrations"].clone();
    all.as_array().unwrap().iter().find(|one| one["key"] == key).unwrap().clone()
}

async fn tested(developer: &Client<'_>, key: &str) -> Value {
    developer.post_empty(&format!("/api/integrations/{key}/test")).await.ok()["integration"].clone()
}

#[tokio::test]
async fn where_nothing_is_configured_nothing_is_tried_but_what_is_recorded() {
    let salon = TestSalon::open().await;
    let developer = salon.person("Dev", Role::Developer).await;
    for key in ["push", "invoicing", "queue"] {
        let expected = json!({ "key": key, "configured": false, "lastSuccessAt": null, "lastError": null });
        assert_eq!(tested(&developer, key).await, expected);
        assert_eq!(shown(&developer, key).await, expected);
    }
    for key in ["email", "realtime", "chat", "heartbeat"] {
        let expected = json!({ "key": key, "configured": false, "lastSuccessAt": NOW, "lastError": null });
        assert_eq!(tested(&developer, key).await, expected);
    }
    developer.post_empty("/api/integrations/coffee/test").await.refused(404, "NOT_FOUND");
    assert!(salon.outbox().await.is_empty());
}

#[tokio::test]
async fn the_queue_works_once_a_test_has_come_through_it() {
    let salon = TestSalon::with_settings(&[("JOBS_QUEUE_URL", "https://sqs.example.test/jobs")]).await;
    let developer = salon.person("Dev", Role::Developer).await;
    let answer = json!({ "key": "queue", "configured": true, "lastSuccessAt": null, "lastError": null });
    assert_eq!(tested(&developer, "queue").await, answer);
    let waiting = salon.outbox().await;
    assert_eq!(shown(&developer, "queue").await["lastSuccessAt"], Value::Null, "it is still on its way");
    salon.set_clock("2026-11-16T10:00:07+05:30");
    salon.deliver().await;
    assert_eq!(shown(&developer, "queue").await["lastSuccessAt"], "2026-11-16T04:30:07.000Z");
    salon.set_clock("2026-11-16T10:09:00+05:30");
    parlour_platform::jobs::deliver(&salon.salon, &waiting[0].message()).await.unwrap();
    assert_eq!(shown(&developer, "queue").await["lastSuccessAt"], "2026-11-16T04:30:07.000Z", "once per test");
}

#[tokio::test]
async fn invoicing_is_asked_with_our_signature_and_prints_nothing() {
    let (salon, _) = TestSalon::with_invoicing(&[]).await;
    let developer = salon.person("Dev", Role::Developer).await;
    assert_eq!(tested(&developer, "invoicing").await["lastSuccessAt"], NOW);

    let url = salon.salon.settings.invoicing_url.clone().unwrap();
    let stranger = TestSalon::with_settings(&[("INVOICING_URL", &url), ("INVOICING_SECRET", "another secret")]).await;
    let developer = stranger.person("Dev", Role::Developer).await;
    developer.post_empty("/api/integrations/invoicing/test").await.refused(502, "UPSTREAM_ERROR");
    let noted = shown(&developer, "invoicing").await;
    assert_eq!((&noted["lastSuccessAt"], &noted["lastError"]), (&Value::Null, &json!("answered 401")));
}

#[tokio::test]
async fn a_heartbeat_is_tried_with_a_monitor_of_its_own_and_no_jobs() {
    let monitor = Outside::answering(|_| (200, "OK")).await;
    let salon = TestSalon::with_settings(&[("HEARTBEAT_URL_WEEKLY_REPORT", &monitor.url)]).await;
    let developer = salon.person("Dev", Role::Developer).await;
    let answer = tested(&developer, "heartbeat").await;
    assert_eq!(answer["lastSuccessAt"], Value::Null);
    assert!(answer["lastError"].as_str().unwrap().starts_with("not tried: "), "{answer}");
    assert_eq!(shown(&developer, "heartbeat").await["lastError"], Value::Null, "nothing went wrong");
    assert!(monitor.asked().is_empty() && salon.sent(Channel::Heartbeat).is_empty());

    let salon = TestSalon::with_settings(&[("HEARTBEAT_URL_INTEGRATION_TEST", &monitor.url)]).await;
    let developer = salon.person("Dev", Role::Developer).await;
    assert_eq!(tested(&developer, "heartbeat").await["lastSuccessAt"], NOW);
    assert_eq!(monitor.asked().len(), 1);

    let broken = Outside::answering(|_| (500, "")).await;
    let salon = TestSalon::with_settings(&[("HEARTBEAT_URL_INTEGRATION_TEST", &broken.url)]).await;
    let developer = salon.person("Dev", Role::Developer).await;
    developer.post_empty("/api/integrations/heartbeat/test").await.refused(502, "UPSTREAM_ERROR");
    assert_eq!(shown(&developer, "heartbeat").await["lastSuccessAt"], Value::Null);
}

struct Locked;

impl Vault for Locked {
    fn read<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<String, SecretError>> {
        Box::pin(std::future::ready(Err(SecretError { name: name.to_owned() })))
    }
}

#[tokio::test]
async fn a_push_is_tried_at_the_queues_end_and_only_if_there_is_a_browser() {
    let salon = TestSalon::with_vault(&[("VAPID_PRIVATE_KEY_PARAM", "vapid")], Arc::new(Locked)).await;
    let developer = salon.person("Dev", Role::Developer).await;
    let answer = tested(&developer, "push").await;
    assert_eq!((&answer["configured"], &answer["lastSuccessAt"]), (&json!(true), &Value::Null));
    assert!(answer["lastError"].as_str().unwrap().starts_with("not tried: "), "{answer}");
    assert!(salon.outbox().await.is_empty());

    let in_the_app = salon.signed_in(developer.user.as_ref().unwrap(), App::Customer).await;
    in_the_app.post("/api/push/subscribe", browser("desk")).await.created();
    assert_eq!(tested(&developer, "push").await["lastError"], Value::Null);
    salon.deliver().await;
    let noted = shown(&developer, "push").await;
    assert_eq!(noted["lastSuccessAt"], Value::Null);
    assert_eq!(noted["lastError"], "cannot be sent yet: the parameter vapid could not be read");
}

#[tokio::test]
async fn what_went_by_phone_tells_nothing_of_mail() {
    let (salon, carriers) = TestSalon::with_phones(&[]).await;
    let shop = salon.shop().await;
    let developer = salon.person("Dev", Role::Developer).await;
    let asha = salon.user("Asha", Role::Customer).await;
    salon
        .listed(&asha, |profile| {
            profile.phone = "9812345678".parse().ok();
            profile.whatsapp_consent = true;
        })
        .await;
    let tell = async |day: &str| {
        let status = parlour_booking::bookings::status::BookingStatus::Confirmed;
        let message = salon.booked(&shop, &asha, day, "12:00", status).await.confirmed_event();
        parlour_platform::jobs::deliver(&salon.salon, &message.message(salon.salon.clock.now())).await
    };
    tell("2026-11-20").await.unwrap();
    carriers.refuse_whatsapp(&[131_000]);
    tell("2026-11-21").await.unwrap_err();
    assert_eq!((carriers.whatsapp().len(), carriers.refused_all()), (1, true));
    let mail = shown(&developer, "email").await;
    assert_eq!((&mail["lastSuccessAt"], &mail["lastError"]), (&Value::Null, &Value::Null), "{mail}");
}
