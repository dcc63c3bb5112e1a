//! Leads nobody has spoken with for two days.

use parlour_people::auth::User;
use parlour_people::leads::Lead;
use parlour_people::leads::status::LeadStatus;
use parlour_tests::TestSalon;
use parlour_values::role::Role;

const JOB: &str = "lead-followups";

#[tokio::test]
async fn whoever_has_the_lead_is_reminded_of_it_once_a_day_from_48_hours_on() {
    let salon = TestSalon::open().await;
    let ravi = salon.user("Ravi", Role::Staff).await;
    let contacted = salon.lead("Asha", Some(&ravi.id), Some("2026-11-16T10:00:00+05:30")).await;
    salon.lead("Nobody's", None, Some("2026-11-01T10:00:00+05:30")).await;
    for status in LeadStatus::ALL.iter().filter(|status| **status != LeadStatus::FollowUp) {
        let other = salon.lead("Other", Some(&ravi.id), Some("2026-11-01T10:00:00+05:30")).await;
        salon.put(&Lead { status: *status, ..other }).await;
    }
    salon
        .runs(
            JOB,
            &[
                ("2026-11-18T09:59:59+05:30", 0),
                ("2026-11-18T10:00:00+05:30", 1),
                ("2026-11-18T23:59:59+05:30", 0),
                ("2026-11-19T00:00:00+05:30", 1),
            ],
        )
        .await;
    let now = salon.salon.clock.now();
    salon.put(&Lead { last_contacted_at: Some(now), ..contacted }).await;
    salon.runs(JOB, &[("2026-11-20T23:59:59+05:30", 0), ("2026-11-21T00:00:00+05:30", 1)]).await;

    let client = salon.signed_in(&ravi, parlour_settings::App::Admin).await;
    let rows = client.get("/api/notifications").await.ok()["notifications"].as_array().unwrap().clone();
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|row| row["type"] == "lead_followup"));
}

#[tokio::test]
async fn a_lead_nobody_ever_spoke_with_counts_from_its_beginning_and_those_who_left_hear_nothing() {
    let salon = TestSalon::open().await;
    let (ravi, gone) = (salon.user("Ravi", Role::Staff).await, salon.user("Gone", Role::Staff).await);
    salon.put(&User { is_active: false, ..gone.clone() }).await;
    salon.lead("Asha", Some(&ravi.id), None).await;
    salon.lead("Uma", Some(&gone.id), None).await;
    salon.runs(JOB, &[("2026-11-18T09:59:59+05:30", 0), ("2026-11-18T10:00:00+05:30", 1)]).await;
}

#[tokio::test]
async fn nobody_is_reminded_within_a_day_of_a_note_and_only_staff_are() {
    let salon = TestSalon::open().await;
    let (ravi, left) = (salon.user("Ravi", Role::Staff).await, salon.user("Left", Role::Staff).await);
    let lead = salon.lead("Asha", Some(&ravi.id), Some("2026-11-10T10:00:00+05:30")).await;
    salon.lead("Uma", Some(&left.id), Some("2026-11-10T10:00:00+05:30")).await;
    salon.put(&User { role: Role::Customer, ..left }).await;
    salon.set_clock("2026-11-18T10:00:00+05:30");
    let desk = salon.reception().await;
    desk.post(&format!("/api/leads/{}/notes", lead.id), serde_json::json!({ "content": "Rang back" })).await.created();
    salon
        .runs(
            JOB,
            &[("2026-11-18T10:30:00+05:30", 0), ("2026-11-19T09:59:59+05:30", 0), ("2026-11-19T10:00:00+05:30", 1)],
        )
        .await;
}
