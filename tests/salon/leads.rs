//! Leads: captured by anybody, worked at the desk.

use futures::future::join_all;
use parlour_tests::TestSalon;
use serde_json::{Value, json};

fn asha() -> Value {
    json!({ "name": "  Asha ", "phone": "098765 43210" })
}

#[tokio::test]
async fn a_lead_is_captured_without_echoing_it() {
    let salon = TestSalon::open().await;
    let data = salon.visitor().post("/api/leads", asha()).await.created();
    assert_eq!(data.as_object().map(|data| data.len()), Some(1));
    let id = data["leadId"].as_str().unwrap();

    let lead = salon.reception().await.get(&format!("/api/leads/{id}")).await.ok()["lead"].clone();
    assert_eq!((&lead["name"], &lead["phone"]), (&json!("Asha"), &json!("+919876543210")));
    assert_eq!((&lead["status"], &lead["source"]), (&json!("new"), &json!("meta_ad")));
    assert_eq!(lead["serviceName"], Value::Null);
}

#[tokio::test]
async fn a_source_that_is_no_label_is_not_in_the_event() {
    let salon = TestSalon::open().await;
    for (source, told) in [("spring_ad", json!("spring_ad")), ("Asha Rao 9876543210", Value::Null)] {
        let mut body = asha();
        body["source"] = json!(source);
        salon.visitor().post("/api/leads", body).await.created();
        assert_eq!(salon.events().await.last().unwrap().data["source"], told);
    }
}

#[tokio::test]
async fn what_cannot_be_seen_is_refused_in_lines_and_taken_out_of_longer_texts() {
    let salon = TestSalon::open().await;
    let body = json!({
        "name": "Asha\u{202e}oaR", "phone": "9876543210", "serviceInterestedId": "a\0b", "source": "ad\u{7}",
        "utmSource": "x\0", "utmMedium": "a\nb", "utmCampaign": "\u{2066}x", "utmContent": "\u{9b}", "utmTerm": "\u{1b}[31m",
    });
    let fields =
        ["name", "serviceInterestedId", "source", "utmSource", "utmMedium", "utmCampaign", "utmContent", "utmTerm"];
    salon.visitor().post("/api/leads", body).await.invalid(&fields);
    let joined = json!({ "name": "क\u{94d}\u{200d}षमा राव", "phone": "9876543210" });
    let lead = salon.visitor().post("/api/leads", joined).await.created()["leadId"].clone();

    let desk = salon.reception().await;
    let path = format!("/api/leads/{}", lead.as_str().unwrap());
    desk.post(&format!("{path}/notes"), json!({ "content": "Rang\0 twice\nnobody \u{202e}home" })).await.created();
    let notes = desk.get(&path).await.ok()["notes"].clone();
    assert_eq!(notes[0]["content"], "Rang twice\nnobody home");
}

#[tokio::test]
async fn every_bad_field_is_named() {
    let salon = TestSalon::open().await;
    let long = "x".repeat(121);
    let body = json!({
        "name": " ", "phone": "12345", "email": "nope", "serviceInterestedId": "", "source": "s".repeat(41),
        "utmSource": long, "utmMedium": long, "utmCampaign": long, "utmContent": long, "utmTerm": 7,
    });
    salon.visitor().post("/api/leads", body).await.invalid(&[
        "name",
        "phone",
        "email",
        "serviceInterestedId",
        "source",
        "utmSource",
        "utmMedium",
        "utmCampaign",
        "utmContent",
        "utmTerm",
    ]);
    salon.visitor().post("/api/leads", json!({})).await.invalid(&["name", "phone"]);
    salon.visitor().post("/api/leads", json!([])).await.refused(400, "VALIDATION_ERROR");
    salon.visitor().send(http::Method::POST, "/api/leads", Some("{".into())).await.refused(400, "VALIDATION_ERROR");
    let huge = json!({ "name": "a", "phone": "9876543210", "note": "x".repeat(256 * 1024) });
    salon.visitor().post("/api/leads", huge).await.refused(400, "VALIDATION_ERROR");
}

#[tokio::test]
async fn of_100_at_once_from_one_address_5_pass_and_no_other_address_is_affected() {
    let salon = TestSalon::open().await;
    let one = salon.visitor().at("127.0.0.9");
    let replies = join_all((0..100).map(|_| one.post("/api/leads", asha()))).await;
    let passed = replies.iter().filter(|reply| reply.status == 201).count();
    assert_eq!(passed, 5);
    for refused in replies.iter().filter(|reply| reply.status != 201) {
        assert_eq!(refused.refused(429, "RATE_LIMITED")["retryable"], true);
        assert!(
            refused.header("retry-after").is_some_and(|seconds| (1..=60).contains(&seconds.parse::<u32>().unwrap()))
        );
        assert_eq!(refused.header("ratelimit-limit"), Some("5"));
    }
    salon.visitor().at("127.0.0.10").post("/api/leads", asha()).await.created();
    salon.set_clock("2026-11-16T10:01:00+05:30");
    one.post("/api/leads", asha()).await.created();
}

#[tokio::test]
async fn the_desk_is_told_a_wrong_source_and_a_missing_reason_with_everything_else() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await;
    for source in [json!("web"), json!(""), json!(7), json!("s".repeat(41))] {
        let error = desk.post("/api/leads", json!({ "name": " ", "source": source })).await;
        let error = error.invalid(&["name", "phone", "source"]);
        assert_eq!(error["details"]["source"].as_array().unwrap().len(), 1);
    }
    let lead = desk.post("/api/leads", json!({ "name": "Ravi", "phone": "9811111111" })).await.created();
    let path = format!("/api/leads/{}", lead["leadId"].as_str().unwrap());
    desk.patch(&path, json!({ "status": "lost", "assignedTo": 7 })).await.invalid(&["reason", "assignedTo"]);
    desk.patch(&path, json!({ "status": "lost", "reason": 7 })).await.invalid(&["reason"]);
    desk.patch(&path, json!({ "assignedTo": "" })).await.invalid(&["assignedTo"]);
}

#[tokio::test]
async fn a_lead_walks_the_pipeline() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await;
    let id = desk
        .post("/api/leads", json!({ "name": "Ravi", "phone": "9811111111", "source": "manual" }))
        .await
        .created()["leadId"]
        .clone();
    let path = format!("/api/leads/{}", id.as_str().unwrap());

    let contacted = desk.patch(&path, json!({ "status": "contacted" })).await.ok()["lead"].clone();
    assert_eq!(contacted["lastContactedAt"], "2026-11-16T04:30:00.000Z");
    desk.patch(&path, json!({ "status": "contacted" })).await.refused(409, "CONFLICT");
    desk.patch(&path, json!({ "status": "won" })).await.refused(409, "CONFLICT");
    desk.patch(&path, json!({ "status": "lost" })).await.invalid(&["reason"]);
    desk.patch(&path, json!({ "status": "lost", "reason": "  " })).await.invalid(&["reason"]);
    desk.patch(&path, json!({})).await.invalid(&["status"]);
    desk.patch(&path, json!({ "status": "asleep" })).await.invalid(&["status"]);
    let lost = desk.patch(&path, json!({ "status": "lost", "reason": "moved away" })).await.ok();
    assert_eq!(lost["lead"]["status"], "lost");

    let detail = desk.get(&path).await.ok();
    assert_eq!(detail["notes"][0]["content"], "moved away");
    assert_eq!(detail["notes"][0]["authorName"], "Reena Desk");
    desk.patch("/api/leads/nobody", json!({ "status": "lost", "reason": "x" })).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn leads_are_listed_newest_first_with_their_age() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await;
    for name in ["First", "Second", "Third"] {
        desk.post("/api/leads", json!({ "name": name, "phone": "9811111111" })).await.created();
    }
    salon.set_clock("2026-11-18T09:59:00+05:30");
    let leads = desk.get("/api/leads").await.ok()["leads"].clone();
    let names: Vec<&str> = leads.as_array().unwrap().iter().map(|lead| lead["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Third", "Second", "First"]);
    assert_eq!((&leads[0]["daysSinceCapture"], &leads[0]["isStale"]), (&json!(1), &json!(true)));
    assert_eq!(desk.get("/api/leads?status=lost").await.ok()["leads"], json!([]));
    desk.get("/api/leads?status=gone").await.invalid(&["status"]);
}

#[tokio::test]
async fn a_note_is_written_by_its_author_and_never_for_a_lead_that_is_not_there() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await;
    let id = desk.post("/api/leads", asha()).await.created()["leadId"].clone();
    let path = format!("/api/leads/{}/notes", id.as_str().unwrap());
    let note = desk.post(&path, json!({ "content": " called " })).await.created()["note"].clone();
    assert_eq!((&note["content"], &note["authorId"]), (&json!("called"), &json!(desk.id())));
    desk.post(&path, json!({ "content": " " })).await.invalid(&["content"]);
    desk.post("/api/leads/nobody/notes", json!({ "content": "x" })).await.refused(500, "INTERNAL_ERROR");
}

#[tokio::test]
async fn many_under_one_key_leave_one_lead_and_the_same_answer() {
    let salon = TestSalon::open().await;
    let desk = salon.reception().await.once("key-1");
    let replies = join_all((0..20).map(|_| desk.post("/api/leads", asha()))).await;
    let first = &replies[0].bytes;
    assert!(replies.iter().all(|reply| reply.status == 201 && reply.bytes == *first));
    assert_eq!(desk.get("/api/leads").await.ok()["leads"].as_array().map(Vec::len), Some(1));
    desk.post("/api/leads", json!({ "name": "Other", "phone": "9811111111" })).await.refused(409, "CONFLICT");
}

#[tokio::test]
async fn a_lead_survives_an_answer_that_was_cut_off_and_a_conflict() {
    let salon = TestSalon::open().await;
    salon.wire.fail(|_, operation| {
        (operation == "TransactWriteItems").then_some(parlour_tests::wire::Fault::CutAfter).filter(|_| true)
    });
    salon.wire.reset();
    let attempts = std::sync::atomic::AtomicUsize::new(0);
    salon.wire.fail(move |_, operation| {
        use parlour_tests::wire::Fault;
        if operation != "TransactWriteItems" {
            return None;
        }
        match attempts.fetch_add(1, std::sync::atomic::Ordering::SeqCst) {
            0 => Some(Fault::Conflict),
            1 => Some(Fault::CutAfter),
            _ => None,
        }
    });
    salon.visitor().post("/api/leads", asha()).await.created();
    salon.wire.reset();
    assert_eq!(salon.reception().await.get("/api/leads").await.ok()["leads"].as_array().map(Vec::len), Some(1));
}
