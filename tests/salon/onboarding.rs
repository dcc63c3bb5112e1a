//! Onboarding and the own profile.

use futures::future::join_all;
use parlour_people::customers::Profile;
use parlour_settings::App;
use parlour_tests::TestSalon;
use parlour_values::role::Role;
use serde_json::{Value, json};

fn told() -> Value {
    json!({ "phone": "98765 43210", "dateOfBirth": "1995-04-12", "gender": "female", "marketingConsent": true })
}

fn with(field: &str, value: Value) -> Value {
    let mut body = told();
    body[field] = value;
    body
}

/// With who answers for them.
fn under_18(born: &str) -> Value {
    let mut body = with("dateOfBirth", json!(born));
    body["guardian"] = json!({ "name": "Meera Rao", "phone": "9811111111" });
    body
}

#[tokio::test]
async fn somebody_new_completes_their_profile_and_changes_it_later() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let missing = json!(["phone", "dateOfBirth", "gender", "marketingConsent"]);
    assert_eq!(asha.get("/api/onboarding").await.ok(), json!({ "completed": false, "missing": missing }));
    asha.get("/api/profile").await.refused(404, "NOT_FOUND");
    asha.patch("/api/profile", json!({})).await.refused(404, "NOT_FOUND");

    let first =
        asha.post("/api/onboarding/complete", with("utmSource", json!("ad"))).await.created()["profile"].clone();
    assert_eq!((&first["phone"], &first["userId"]), (&json!("+919876543210"), &json!(asha.id())));
    assert_eq!((&first["dateOfBirth"], &first["gender"]), (&json!("1995-04-12"), &json!("female")));
    assert_eq!(first["marketingConsentAt"], "2026-11-16T04:30:00.000Z");
    assert_eq!(
        (&first["appointmentRemindersEnabled"], &first["membershipAlertsEnabled"]),
        (&json!(true), &json!(true))
    );
    assert_eq!((&first["utmSource"], &first["utmMedium"]), (&json!("ad"), &Value::Null));
    assert_eq!((&first["totalVisits"], &first["totalSpentPaise"]), (&json!(0), &json!(0)));
    assert_eq!(first.as_object().map(serde_json::Map::len), Some(30));
    assert_eq!(asha.get("/api/onboarding").await.ok(), json!({ "completed": true, "missing": [] }));
    assert_eq!(asha.get("/api/profile").await.ok()["profile"], first);

    salon.set_clock("2026-11-17T10:00:00+05:30");
    let again =
        asha.post("/api/onboarding/complete", with("gender", json!("undisclosed"))).await.ok()["profile"].clone();
    assert_eq!((&again["id"], &again["gender"]), (&first["id"], &json!("undisclosed")));
    assert_eq!((&again["marketingConsentAt"], &again["utmSource"]), (&first["marketingConsentAt"], &json!("ad")));
    assert_eq!(again["updatedAt"], "2026-11-17T04:30:00.000Z");

    let patched = asha.patch("/api/profile", json!({ "marketingConsent": false, "phone": null })).await.ok();
    assert_eq!(patched["profile"]["marketingConsentAt"], Value::Null);
    assert_eq!(patched["profile"]["phone"], "+919876543210");
}

#[tokio::test]
async fn every_rule_is_told_by_field() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let fields = ["phone", "dateOfBirth", "gender", "marketingConsent"];
    asha.post("/api/onboarding/complete", json!({})).await.invalid(&fields);
    let wrong = json!({
        "phone": "12345", "dateOfBirth": "2013-11-17", "gender": "robot", "marketingConsent": "yes",
        "appointmentRemindersEnabled": 1, "membershipAlertsEnabled": "no", "acquisitionSource": "x".repeat(121),
        "utmSource": 1, "utmMedium": [], "utmCampaign": {},
    });
    asha.post("/api/onboarding/complete", wrong).await.invalid(&[
        "phone",
        "dateOfBirth",
        "gender",
        "marketingConsent",
        "appointmentRemindersEnabled",
        "membershipAlertsEnabled",
        "acquisitionSource",
        "utmSource",
        "utmMedium",
        "utmCampaign",
    ]);
    for born in ["2026-11-16", "2030-01-01", "1995-02-30", "12-04-1995", ""] {
        asha.post("/api/onboarding/complete", with("dateOfBirth", json!(born))).await.invalid(&["dateOfBirth"]);
    }
    assert_eq!(asha.get("/api/onboarding").await.ok()["completed"], false);
    let youngest = under_18("2013-11-16");
    asha.post("/api/onboarding/complete", youngest).await.created();
    asha.patch("/api/profile", json!({ "dateOfBirth": "2020-01-01", "gender": "x" }))
        .await
        .invalid(&["dateOfBirth", "gender"]);
    salon.visitor().post("/api/onboarding/complete", told()).await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn a_thirteenth_birthday_is_counted_in_ist() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    // 23:59 and 00:00 in the salon, both still the 17th by UTC.
    salon.set_clock("2026-11-17T23:59:00+05:30");
    let turning = under_18("2013-11-18");
    asha.post("/api/onboarding/complete", turning.clone()).await.invalid(&["dateOfBirth"]);
    salon.set_clock("2026-11-18T00:00:00+05:30");
    asha.post("/api/onboarding/complete", turning).await.created();
}

#[tokio::test]
async fn a_phone_belongs_to_one_profile_until_it_is_given_up() {
    let salon = TestSalon::open().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    asha.post("/api/onboarding/complete", told()).await.created();
    ravi.post("/api/onboarding/complete", told()).await.refused(409, "CONFLICT");
    ravi.post("/api/onboarding/complete", with("phone", json!("9811111111"))).await.created();
    ravi.patch("/api/profile", json!({ "phone": "+91 98765 43210" })).await.refused(409, "CONFLICT");
    asha.patch("/api/profile", json!({ "phone": "9822222222" })).await.ok();
    ravi.patch("/api/profile", json!({ "phone": "9876543210" })).await.ok();
    asha.patch("/api/profile", json!({ "phone": "9811111111" })).await.ok();
}

#[tokio::test]
async fn a_phone_is_changed_three_times_a_day_and_what_did_not_happen_does_not_count() {
    let salon = TestSalon::open().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    ravi.post("/api/onboarding/complete", with("phone", json!("9811111111"))).await.created();
    asha.post("/api/onboarding/complete", told()).await.created();
    let to = async |phone: &str| asha.patch("/api/profile", json!({ "phone": phone })).await;
    for number in 1..=3 {
        for _ in 0..3 {
            to("9811111111").await.refused(409, "CONFLICT");
        }
        let own = format!("982222222{number}");
        to(&own).await.ok();
        to(&own).await.ok();
    }
    let refused = to("9833333333").await;
    assert_eq!(refused.refused(429, "RATE_LIMITED")["retryable"], true);
    assert_eq!(refused.header("retry-after"), Some((14 * 3600).to_string().as_str()), "until midnight in India");
    asha.post("/api/onboarding/complete", told()).await.refused(429, "RATE_LIMITED");
    // Nor is told any more whose number is taken; everything else can be changed.
    to("9811111111").await.refused(429, "RATE_LIMITED");
    asha.patch("/api/profile", json!({ "gender": "other", "phone": "9822222223" })).await.ok();
    assert_eq!(asha.get("/api/profile").await.ok()["profile"]["phone"], "+919822222223");
    salon.set_clock("2026-11-17T00:00:00+05:30");
    to("9833333333").await.ok();
}

#[tokio::test]
async fn of_many_changes_of_one_phone_at_once_three_happen() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    asha.post("/api/onboarding/complete", told()).await.created();
    let calls = (0..5).map(|number| asha.patch("/api/profile", json!({ "phone": format!("984444444{number}") })));
    let replies = join_all(calls).await;
    let with = |status: u16| replies.iter().filter(|reply| reply.status == status).count();
    // On a busy machine one that lost again and again gives up, and may be sent once more.
    assert_eq!(with(200) + with(429) + with(409), 5);
    assert!(with(200) <= 3 && (with(409) > 0 || with(200) == 3), "{} {} {}", with(200), with(429), with(409));
}

#[tokio::test]
async fn the_answer_to_a_taken_phone_says_nothing_of_who_has_it() {
    let salon = TestSalon::open().await;
    let (asha, ravi) = (salon.customer("Asha").await, salon.customer("Ravi").await);
    asha.post("/api/onboarding/complete", told()).await.created();
    let error = ravi.post("/api/onboarding/complete", told()).await.refused(409, "CONFLICT");
    assert_eq!(error["details"], json!({ "phone": ["belongs to another profile"] }));
    assert!(!error.to_string().contains("Asha") && !error.to_string().contains(asha.id().as_str()));
}

#[tokio::test]
async fn of_many_who_want_one_phone_at_once_one_gets_it() {
    let salon = TestSalon::open().await;
    let mut people = Vec::new();
    for _ in 0..10 {
        people.push(salon.customer("Asha").await);
    }
    let replies = join_all(people.iter().map(|one| one.post("/api/onboarding/complete", told()))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 201).count(), 1);
    assert_eq!(replies.iter().filter(|reply| reply.status == 409).count(), 9);
}

#[tokio::test]
async fn a_phone_that_a_walk_in_merely_left_may_be_signed_up_with() {
    let salon = TestSalon::open().await;
    let walk_in = salon.user("Walk In", Role::Customer).await;
    let left = Profile {
        phone: Some("9876543210".parse().unwrap()),
        ..Profile::bare("p1".into(), walk_in.id.clone(), salon.salon.clock.now())
    };
    salon.put(&left).await;
    salon.customer("Asha").await.post("/api/onboarding/complete", told()).await.created();
}

#[tokio::test]
async fn a_bare_profile_of_an_earlier_visit_is_completed_not_replaced() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    let bare = Profile { total_visits: 3, ..Profile::bare("p1".into(), asha.id(), salon.salon.clock.now()) };
    salon.put(&bare).await;
    asha.get("/api/profile").await.refused(404, "NOT_FOUND");
    let profile = asha.post("/api/onboarding/complete", told()).await.created()["profile"].clone();
    assert_eq!((&profile["id"], &profile["totalVisits"]), (&json!("p1"), &json!(3)));
}

#[tokio::test]
async fn one_key_completes_once_and_answers_the_same() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await.once("first");
    let replies = join_all((0..5).map(|_| asha.post("/api/onboarding/complete", told()))).await;
    assert!(replies.iter().all(|reply| reply.status == 201 && reply.bytes == replies[0].bytes));
}

#[tokio::test]
async fn anybody_with_a_session_on_the_customer_app_may_onboard() {
    let salon = TestSalon::open().await;
    let manager = salon.user("Maya Manager", Role::Manager).await;
    salon.signed_in(&manager, App::Customer).await.post("/api/onboarding/complete", told()).await.created();
    salon.signed_in(&manager, App::Admin).await.get("/api/onboarding").await.refused(404, "NOT_FOUND");
}
