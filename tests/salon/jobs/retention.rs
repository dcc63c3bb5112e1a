//! Erasures of the monthly run: leads that nobody touched for 24 months, and what was answered to messages a year ago.

use futures::future::join_all;
use parlour_people::customers::{CustomerNote, NoteKind};
use parlour_people::leads::{Lead, LeadNote};
use parlour_platform::jobs;
use parlour_storage::events::EventType;
use parlour_storage::table::{Partition, keys};
use parlour_tests::TestSalon;
use parlour_tests::wire::Fault;
use parlour_values::id::{LeadId, first_id_of};
use parlour_values::role::Role;
use parlour_values::time::Instant;
use serde_json::json;

const JOB: &str = "monthly-gst-summary";
/// When the run is due; what was touched last before the first of December two years earlier goes.
const FIRST: &str = "2026-12-01T01:00:00+05:30";

async fn lead(salon: &TestSalon, name: &str, updated: &str) -> Lead {
    let made = salon.lead(name, None, None).await;
    let lead = Lead { created_at: at("2020-01-01T10:00:00+05:30"), updated_at: at(updated), ..made };
    salon.put(&lead).await;
    lead
}

fn at(text: &str) -> Instant {
    text.parse().unwrap()
}

async fn note(salon: &TestSalon, lead: &LeadId, content: &str, created: &str) {
    salon
        .put(&LeadNote {
            id: salon.salon.random.id(),
            lead_id: lead.clone(),
            content: content.to_owned(),
            author_id: "desk".into(),
            author_name: "Desk".to_owned(),
            created_at: at(created),
        })
        .await;
}

/// How many rows are left of a lead.
async fn rows(salon: &TestSalon, lead: &LeadId) -> usize {
    salon.salon.table.query_items(Partition::of(keys::lead_partition(lead))).await.unwrap().len()
}

async fn run(salon: &TestSalon) {
    assert_eq!(salon.job(JOB, json!({})).await, json!({ "success": true }));
}

#[tokio::test]
async fn leads_that_nobody_touched_for_24_months_are_erased_with_their_notes() {
    let salon = TestSalon::open().await;
    let old = lead(&salon, "Old", "2024-11-30T23:59:59+05:30").await;
    note(&salon, &old.id, "Wants henna", "2024-11-30T12:00:00+05:30").await;
    let kept = lead(&salon, "Kept", "2024-12-01T00:00:00+05:30").await;
    let noted = lead(&salon, "Noted", "2021-01-01T10:00:00+05:30").await;
    note(&salon, &noted.id, "Called back", "2025-06-01T10:00:00+05:30").await;
    let contacted = lead(&salon, "Contacted", "2021-01-01T10:00:00+05:30").await;
    salon.put(&Lead { last_contacted_at: Some(at("2025-01-01T10:00:00+05:30")), ..contacted.clone() }).await;
    salon.set_clock(FIRST);
    run(&salon).await;
    run(&salon).await;

    assert_eq!(rows(&salon, &old.id).await, 0);
    for (lead, left) in [(&kept, 1), (&noted, 2), (&contacted, 1)] {
        assert_eq!(rows(&salon, &lead.id).await, left, "{}", lead.name);
    }
    let manager = salon.manager().await;
    manager.get(&format!("/api/leads/{}", old.id)).await.refused(404, "NOT_FOUND");
    let listed = manager.get("/api/leads?status=follow_up").await.ok()["leads"].as_array().unwrap().clone();
    assert!(listed.iter().all(|lead| lead["name"] != "Old") && !listed.is_empty());
    let erased: Vec<_> = salon.events().await.into_iter().filter(|event| event.what == EventType::LeadErased).collect();
    assert_eq!((erased.len(), erased[0].entity_id.as_str()), (1, old.id.as_str()), "told once");
    assert_eq!(erased[0].data, json!({}));
}

#[tokio::test]
async fn a_lead_with_more_notes_than_a_transaction_holds_is_erased_wherever_the_run_is_killed() {
    for fault in [Fault::KillBefore, Fault::KillAfter] {
        for call in (0..).step_by(3) {
            let salon = TestSalon::open().await;
            let old = lead(&salon, "Old", "2023-01-01T10:00:00+05:30").await;
            for number in 0..120 {
                note(&salon, &old.id, &format!("Note {number}"), "2023-01-01T10:00:00+05:30").await;
            }
            salon.set_clock(FIRST);
            salon.wire.fail(move |number, _| (number == call).then_some(fault));
            let was_killed = salon.wire.unless_killed(jobs::run(&salon.salon, JOB, json!({}))).await.is_none();
            salon.wire.reset();
            salon.set_clock("2026-12-01T01:05:00+05:30");
            run(&salon).await;
            assert_eq!(rows(&salon, &old.id).await, 0, "killed at call {call}");
            if !was_killed {
                break;
            }
        }
    }
}

#[tokio::test]
async fn a_lead_that_is_touched_while_it_is_to_be_erased_is_whole_or_gone() {
    for round in 0..parlour_tests::counts::rounds() {
        let salon = TestSalon::open().await;
        let old = lead(&salon, "Old", "2023-01-01T10:00:00+05:30").await;
        note(&salon, &old.id, "Wants henna", "2023-01-01T10:00:00+05:30").await;
        salon.set_clock(FIRST);
        let manager = salon.manager().await;
        salon.wire.shuffle(round);
        let path = format!("/api/leads/{}/notes", old.id);
        let (replies, ()) = tokio::join!(
            join_all((0..4).map(|number| manager.post(&path, json!({ "content": format!("Note {number}") })))),
            run(&salon),
        );
        let noted = replies.iter().filter(|reply| reply.status == 201).count();
        salon.wire.reset();
        let left = rows(&salon, &old.id).await;
        assert!(left == 0 || left == 2 + noted, "{left} rows, {noted} notes");
    }
}

#[tokio::test]
async fn what_was_answered_to_messages_is_erased_after_12_months() {
    let salon = TestSalon::open().await;
    let asha = salon.user("Asha", Role::Customer).await;
    salon.listed(&asha, |_| {}).await;
    // A note's id tells its moment, by which it is found.
    let written = async |moment: &str, is_reply: bool| {
        let id = format!("{}{:020x}", first_id_of(at(moment)), u8::from(is_reply));
        let note = CustomerNote {
            id: id.as_str().into(),
            customer_id: asha.id.clone(),
            author_id: asha.id.clone(),
            booking_id: None,
            kind: NoteKind::Note,
            pinned: false,
            is_reply,
            content: moment.to_owned(),
            created_at: at(moment),
        };
        salon.put(&note).await;
    };
    written("2025-11-30T23:59:59+05:30", true).await;
    written("2025-11-30T23:59:59+05:30", false).await;
    written("2025-12-01T00:00:00+05:30", true).await;
    salon.set_clock(FIRST);
    run(&salon).await;
    let notes = Partition::of(keys::user_partition(&asha.id)).starting(keys::NOTE_PREFIX);
    let left = salon.salon.table.query::<CustomerNote>(notes).await.unwrap();
    let left: Vec<_> = left.iter().map(|note| (note.content.as_str(), note.is_reply)).collect();
    assert_eq!(left, [("2025-11-30T23:59:59+05:30", false), ("2025-12-01T00:00:00+05:30", true)]);
}
