//! Gems: announced a week ahead, written off after 365 days.

use parlour_senders::Channel;
use parlour_tests::TestSalon;
use parlour_values::gems::Gems;
use parlour_values::role::Role;
use serde_json::{Value, json};

#[tokio::test]
async fn gems_are_written_off_365_days_after_they_were_earned_each_earning_by_itself() {
    let salon = TestSalon::open().await;
    let asha = salon.customer("Asha").await;
    salon.earned(&asha.id(), 5, "2026-11-16T10:00:00+05:30").await;
    salon.earned(&asha.id(), 3, "2026-11-16T23:59:59+05:30").await;
    salon.earned(&asha.id(), 2, "2026-11-17T00:00:00+05:30").await;
    let ravi = salon.customer("Ravi").await;
    salon.earned(&ravi.id(), 7, "2026-12-01T10:00:00+05:30").await;
    salon
        .runs(
            "gems-auto-expire",
            &[
                ("2027-11-16T09:59:59.999+05:30", 0),
                ("2027-11-16T10:00:00+05:30", 1),
                ("2027-11-17T00:00:00+05:30", 2),
                ("2027-11-17T00:10:00+05:30", 0),
            ],
        )
        .await;
    assert_eq!(salon.gems_of(&asha.id()).await.account.balance(), Gems::ZERO);
    assert_eq!(salon.gems_of(&ravi.id()).await.account.balance(), Gems(7));
    let client = salon.signed_in(asha.user.as_ref().unwrap(), parlour_settings::App::Customer).await;
    let page = client.get("/api/gems").await.ok();
    let mut lost: Vec<(Value, Value)> = page["transactions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["type"].clone(), row["gemsAmount"].clone()))
        .collect();
    lost.sort_by_key(|(_, gems)| gems.as_i64());
    assert_eq!(lost, [(json!("expired"), json!(-5)), (json!("expired"), json!(-3)), (json!("expired"), json!(-2))]);
    salon.deliver().await;
    assert_eq!(salon.kinds(Channel::Email), ["gems_expired", "gems_expired"], "one message for each write-off");
    let told = salon.sent(Channel::Email).pop().unwrap().body;
    assert!(told.contains("Wed 17 Nov 2027"), "the last day of any of them: {told}");
    // MonthIndex without a run are made up for.
    salon.runs("gems-auto-expire", &[("2029-01-01T00:10:00+05:30", 1)]).await;
}

#[tokio::test]
async fn more_earnings_than_fit_one_transaction_are_written_off_all_the_same() {
    let salon = TestSalon::open().await;
    let asha = salon.user("Asha", Role::Customer).await;
    salon.earned_often(&asha.id, 1, "2026-11-16T10:00:00+05:30", 130).await;
    salon.runs("gems-auto-expire", &[("2027-11-16T10:00:00+05:30", 130)]).await;
    assert_eq!(salon.gems_of(&asha.id).await.account.balance(), Gems::ZERO);
}

#[tokio::test]
async fn one_total_for_what_ends_in_exactly_seven_days() {
    let salon = TestSalon::open().await;
    let asha = salon.user("Asha", Role::Customer).await;
    // They end on 7 December 2027, at midnight, at noon and a second before the next; and one the day after.
    for (gems, at) in
        [(4, "2026-12-07T00:00:00+05:30"), (3, "2026-12-07T12:00:00+05:30"), (2, "2026-12-07T23:59:59+05:30")]
    {
        salon.earned(&asha.id, gems, at).await;
    }
    salon.earned(&asha.id, 90, "2026-12-08T00:00:00+05:30").await;
    // An earlier end must not hide a later one.
    salon.earned(&asha.id, 50, "2026-12-03T12:00:00+05:30").await;
    salon
        .runs(
            "gems-expiry-reminder",
            &[
                ("2027-11-25T10:30:00+05:30", 0),
                ("2027-11-26T10:30:00+05:30", 1),
                ("2027-11-29T23:59:59+05:30", 0),
                ("2027-11-30T00:00:00+05:30", 1),
                ("2027-11-30T23:59:59+05:30", 0),
                ("2027-12-01T00:00:00+05:30", 1),
                ("2027-12-02T00:00:00+05:30", 0),
            ],
        )
        .await;
    let client = salon.signed_in(&asha, parlour_settings::App::Customer).await;
    let rows = client.get("/api/notifications").await.ok()["notifications"].as_array().unwrap().clone();
    let titles: Vec<&str> = rows.iter().map(|row| row["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["90 gems expire in a week", "9 gems expire in a week", "50 gems expire in a week"]);
    assert!(rows.iter().all(|row| row["type"] == "gems_expiry_7d"));
    assert_eq!(salon.sent(Channel::Email).len(), 0, "by push alone");
}

#[tokio::test]
async fn a_reminder_whose_day_was_missed_comes_up_to_three_days_late_and_once() {
    let salon = TestSalon::open().await;
    let asha = salon.user("Asha", Role::Customer).await;
    salon.earned(&asha.id, 5, "2026-12-07T12:00:00+05:30").await;
    salon.earned(&asha.id, 6, "2026-12-20T12:00:00+05:30").await;
    salon
        .runs(
            "gems-expiry-reminder",
            &[("2027-12-03T10:30:00+05:30", 1), ("2027-12-04T10:30:00+05:30", 0), ("2027-12-17T10:30:00+05:30", 0)],
        )
        .await;
    let client = salon.signed_in(&asha, parlour_settings::App::Customer).await;
    let rows = client.get("/api/notifications").await.ok()["notifications"].as_array().unwrap().clone();
    let titles: Vec<&str> = rows.iter().map(|row| row["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["5 gems expire in 4 days"]);
}
