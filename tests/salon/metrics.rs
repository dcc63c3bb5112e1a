//! Metrics: a line for each booking, refusal, send and job where they are asked for, and none where they are not.

use parlour_jobs::triggers::{self, Trigger};
use parlour_settings::App;
use parlour_storage::outbox::{NotifiableEvent, QueueEntry, Task};
use parlour_tests::TestSalon;
use serde_json::{Value, json};

const ON: [(&str, &str); 1] = [("METRICS_NAMESPACE", "parlour-test")];

/// `Sends Channel=email Outcome=sent 1`: the metric, its dimensions and its value, as CloudWatch reads them from a line.
fn read(line: &Value) -> String {
    let metric = &line["_aws"]["CloudWatchMetrics"][0];
    assert_eq!(metric["Namespace"], "parlour-test");
    let name = metric["Metrics"][0]["Name"].as_str().unwrap();
    let dimensions = metric["Dimensions"][0].as_array().unwrap().iter().map(|dimension| {
        let dimension = dimension.as_str().unwrap();
        format!("{dimension}={}", line[dimension].as_str().unwrap())
    });
    assert_eq!(line.as_object().unwrap().len(), 2 + dimensions.len(), "nothing else stands in {line}");
    format!("{name} {} {}", dimensions.collect::<Vec<_>>().join(" "), line[name])
}

#[track_caller]
fn wrote(salon: &TestSalon, expected: &[&str]) {
    let mut lines: Vec<String> = salon.metrics().iter().map(read).collect();
    lines.sort();
    assert_eq!(lines, expected);
}

/// A message of the queue as SQS brings it.
fn record(task: Task, due: &str) -> Value {
    let entry = QueueEntry { id: "e-1-0".into(), task, due: due.parse().unwrap() };
    json!({ "messageId": "m-1", "body": serde_json::to_string(&entry).unwrap() })
}

/// Tells the customer that their request came in.
fn received(booked: &Value) -> Task {
    Task::Notify(NotifiableEvent::BookingReceived { booking_id: booked["id"].as_str().unwrap().into() })
}

fn schedule(due: &str) -> triggers::Scheduled {
    match Trigger::of(&json!({ "job": "session-cleanup", "due": due })) {
        Trigger::Schedule(scheduled) => scheduled,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_booking_is_counted_once_however_often_it_is_asked_for() {
    let salon = TestSalon::with_settings(&ON).await;
    let shop = salon.shop().await;
    let asha = salon.customer("Asha").await.once("k-1");
    asha.post("/api/bookings?dryRun=true", shop.cut_tomorrow()).await;
    wrote(&salon, &[]);
    asha.post("/api/bookings", shop.cut_tomorrow()).await.created();
    asha.post("/api/bookings", shop.cut_tomorrow()).await.created();
    wrote(&salon, &["Bookings Origin=request 1"]);
}

#[tokio::test]
async fn a_refusal_is_counted_by_its_code() {
    let salon = TestSalon::with_settings(&ON).await;
    let asha = salon.customer("Asha").await;
    asha.post("/api/bookings", json!({})).await;
    wrote(&salon, &["Refusals Code=VALIDATION_ERROR 1"]);
    salon.visitor().get("/api/bookings").await;
    wrote(&salon, &["Refusals Code=UNAUTHENTICATED 1"]);
    salon.anyone(App::Admin).get("/api/auth/list-sessions").await;
    wrote(&salon, &["Refusals Code=UNAUTHORIZED 1"]);
    asha.post("/api/bookings?dryRun=true", json!({})).await;
    wrote(&salon, &[]);
}

#[tokio::test]
async fn a_send_is_counted_by_channel_and_outcome() {
    let salon = TestSalon::with_settings(&ON).await;
    let shop = salon.shop().await;
    let asha = salon.customer("Asha").await;
    let booked = asha.post("/api/bookings", shop.cut_tomorrow()).await.created();
    salon.metrics();
    let batch = [record(received(&booked), "2026-11-16T10:00:00+05:30")];
    assert_eq!(triggers::batch(&salon.salon, &batch).await, json!({ "batchItemFailures": [] }));
    wrote(
        &salon,
        &[
            "JobLateness Job=notify 0",
            "Sends Channel=email Outcome=sent 1",
            "Sends Channel=realtime Outcome=sent 1",
            "Sends Channel=realtime Outcome=sent 1",
        ],
    );
}

#[tokio::test]
async fn a_job_says_how_late_it_is() {
    let salon = TestSalon::with_settings(&ON).await;
    let (starts_at, due) = (Some(salon.salon.clock.now()), "2026-11-16T09:58:30+05:30");
    let batch = [record(Task::NoshowCheck { booking_id: "none".into(), starts_at }, due)];
    triggers::batch(&salon.salon, &batch).await;
    wrote(&salon, &["JobLateness Job=noshow-check 90000"]);
    triggers::scheduled(&salon.salon, None, &schedule("2026-11-16T04:29:57Z")).await.unwrap();
    wrote(&salon, &["JobLateness Job=session-cleanup 3000"]);
    // A time that the local AWS does not fill in says nothing.
    triggers::scheduled(&salon.salon, None, &schedule("<aws.scheduler.scheduled-time>")).await.unwrap();
    wrote(&salon, &[]);
}

#[tokio::test]
async fn without_the_setting_nothing_is_written() {
    let (salon, shop) = TestSalon::with_shop().await;
    let asha = salon.customer("Asha").await;
    let booked = asha.post("/api/bookings", shop.cut_tomorrow()).await.created();
    asha.post("/api/bookings", json!({})).await;
    triggers::batch(&salon.salon, &[record(received(&booked), "2026-11-16T09:00:00+05:30")]).await;
    triggers::scheduled(&salon.salon, None, &schedule("2026-11-16T04:29:57Z")).await.unwrap();
    assert_eq!(salon.metrics(), Vec::<Value>::new());
}
