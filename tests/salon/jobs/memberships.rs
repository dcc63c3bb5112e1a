//! Memberships: warned of, ended, told of, nudged.

use parlour_money::memberships::Membership;
use parlour_money::memberships::rules::MembershipStatus;
use parlour_senders::Channel;
use parlour_storage::table::{Partition, keys};
use parlour_tests::TestSalon;
use parlour_values::time::Minutes;
use serde_json::{Value, json};

async fn statuses(salon: &TestSalon, memberships: &[&Membership]) -> Vec<MembershipStatus> {
    let mut found = Vec::new();
    for membership in memberships {
        found.push(salon.stored::<Membership>(&keys::membership(&membership.id)).await.unwrap().status);
    }
    found
}

async fn feed(salon: &TestSalon, owner: &parlour_people::auth::User) -> Vec<Value> {
    let client = salon.signed_in(owner, parlour_settings::App::Customer).await;
    client.get("/api/notifications").await.ok()["notifications"].as_array().unwrap().clone()
}

#[tokio::test]
async fn owners_hear_of_the_end_exactly_30_7_and_1_days_ahead() {
    let salon = TestSalon::open().await;
    let (asha, _) = salon.member("Asha", "2026-12-31").await;
    let (quiet, _) = salon.member("Quiet", "2026-12-31").await;
    salon.listed(&quiet, |profile| profile.membership_alerts_enabled = false).await;
    let (_, cancelled) = salon.member("Left", "2026-12-31").await;
    salon.put(&Membership { status: MembershipStatus::Cancelled, ..cancelled }).await;
    salon
        .runs(
            "membership-expiry",
            &[
                ("2026-11-30T23:59:59+05:30", 0),
                ("2026-12-01T00:00:00+05:30", 1),
                ("2026-12-01T23:59:59+05:30", 0),
                ("2026-12-02T00:00:00+05:30", 0),
                ("2026-12-23T00:30:00+05:30", 0),
                ("2026-12-24T00:30:00+05:30", 1),
                ("2026-12-25T00:30:00+05:30", 0),
                ("2026-12-29T23:59:59+05:30", 0),
                ("2026-12-30T23:59:59+05:30", 1),
                ("2026-12-31T00:00:00+05:30", 0),
            ],
        )
        .await;
    let kinds: Vec<Value> = feed(&salon, &asha).await.iter().map(|row| row["type"].clone()).collect();
    assert_eq!(kinds, ["membership_expiry_1d", "membership_expiry_7d", "membership_expiry_30d"]);
    assert_eq!(feed(&salon, &quiet).await.len(), 0);
    assert_eq!(salon.sent(Channel::Email).len(), 0, "by push alone");
}

#[tokio::test]
async fn a_membership_ends_at_its_midnight_and_makes_room_for_the_next() {
    let salon = TestSalon::open().await;
    salon.shop().await;
    let tier = salon.tier("Gold").await;
    let desk = salon.reception().await;
    let (asha, first) = salon.member("Asha", "2026-12-01").await;
    let (_, cancelled) = salon.member("Left", "2026-12-01").await;
    let cancelled = Membership { status: MembershipStatus::Cancelled, ..cancelled };
    salon.put(&cancelled).await;
    // Sold for a term that was over long before anything ran.
    let past = salon.user("Past", parlour_values::role::Role::Customer).await;
    let sold = json!({
        "customerId": past.id, "tierId": tier.id, "hoursMinutes": 60, "pricePaise": 100_000, "startDate": "2025-01-01",
        "validityDays": 30, "paymentMethod": "cash",
    });
    desk.post("/api/memberships", sold.clone()).await.created();
    salon
        .runs(
            "membership-auto-expire",
            &[("2026-11-16T10:00:00+05:30", 1), ("2026-11-30T23:59:59.999+05:30", 0), ("2026-12-01T00:00:00+05:30", 1)],
        )
        .await;
    use MembershipStatus::{Cancelled, Expired};
    assert_eq!(statuses(&salon, &[&first, &cancelled]).await, [Expired, Cancelled]);
    let desk = salon.reception().await;
    for owner in [&asha, &past] {
        let mut next = sold.clone();
        next["customerId"] = json!(owner.id);
        desk.post("/api/memberships", next).await.created();
    }
    assert_eq!(salon.processed("membership-auto-expire").await, 2);
}

#[tokio::test]
async fn the_last_word_comes_by_email_once_for_each_term() {
    let salon = TestSalon::open().await;
    let (asha, membership) = salon.member("Asha", "2026-12-01").await;
    let (quiet, silent) = salon.member("Quiet", "2026-12-01").await;
    salon.listed(&quiet, |profile| profile.membership_alerts_enabled = false).await;
    let (_, cancelled) = salon.member("Left", "2026-12-01").await;
    salon.put(&Membership { status: MembershipStatus::Cancelled, ..cancelled.clone() }).await;
    let body = json!({ "membershipId": membership.id });
    let notice = async |body: Value, sent: bool| {
        let expected = json!({ "success": true, "sent": sent });
        assert_eq!(salon.job("membership-expired-notice", body.clone()).await, expected, "{body}");
    };
    salon.set_clock("2026-11-30T23:59:59.999+05:30");
    notice(body.clone(), false).await;
    salon.set_clock("2026-12-01T01:00:00+05:30");
    notice(json!({ "membershipId": membership.id, "expiresAt": "2026-11-01T18:30:00.000Z" }), false).await;
    notice(json!({ "membershipId": silent.id }), false).await;
    notice(json!({ "membershipId": cancelled.id }), false).await;
    notice(json!({ "membershipId": "unknown" }), false).await;
    notice(body.clone(), true).await;
    notice(body, false).await;
    assert_eq!(salon.kinds_and_recipients(Channel::Email), [("membership_expired".to_owned(), asha.email.clone())]);
    let row = feed(&salon, &asha).await.remove(0);
    assert_eq!((row["channel"].as_str(), row["status"].as_str()), (Some("email"), Some("sent")));
}

#[tokio::test]
async fn twenty_members_with_hours_left_are_nudged_in_a_day_and_no_more() {
    let salon = TestSalon::open().await;
    let mut owners = Vec::new();
    for number in 0..23 {
        owners.push(salon.member(&format!("Member {number}"), "2027-06-01").await.0);
    }
    let change = async |name: &str, change: fn(&mut Membership)| {
        let (_, mut membership) = salon.member(name, "2027-06-01").await;
        change(&mut membership);
        salon.put(&membership).await;
    };
    change("Used up", |membership| membership.used_hours = membership.total_hours).await;
    change("Left", |membership| membership.status = MembershipStatus::Cancelled).await;
    change("To come", |membership| membership.starts_at = "2027-01-01T00:00:00+05:30".parse().unwrap()).await;
    change("Over", |membership| membership.expires_at = "2026-11-16T10:00:00+05:30".parse().unwrap()).await;
    change("Overdrawn", |membership| membership.used_hours = Minutes(700)).await;
    salon
        .runs(
            "membership-usage-nudges",
            &[
                ("2026-11-16T11:00:00+05:30", 20),
                ("2026-11-16T23:59:59+05:30", 0),
                ("2026-11-17T00:00:00+05:30", 3),
                ("2026-11-18T11:00:00+05:30", 0),
                // One member at most once in fourteen days.
                ("2026-11-29T23:59:59+05:30", 0),
                ("2026-11-30T00:00:00+05:30", 20),
                ("2026-12-01T11:00:00+05:30", 3),
            ],
        )
        .await;
    let mut rows = 0;
    for owner in &owners {
        let own = Partition::of(keys::user_partition(&owner.id)).starting(keys::NOTIFICATION_PREFIX);
        let nudged = salon.salon.table.count(own).await.unwrap();
        assert!(nudged <= 2);
        rows += nudged;
    }
    assert_eq!(rows, 46, "each of the 23 twice");
}

#[tokio::test]
async fn a_member_who_wants_no_alerts_is_not_nudged() {
    let salon = TestSalon::open().await;
    let (quiet, _) = salon.member("Quiet", "2027-06-01").await;
    salon.member("Asha", "2027-06-01").await;
    salon.listed(&quiet, |profile| profile.membership_alerts_enabled = false).await;
    salon.runs("membership-usage-nudges", &[("2026-11-16T11:00:00+05:30", 1)]).await;
}

#[tokio::test]
async fn a_warning_whose_day_was_missed_is_sent_up_to_three_days_late_and_once() {
    for (missed_until, sent) in [
        ("2026-12-02", 1),
        ("2026-12-04", 1),
        ("2026-12-05", 0),
        ("2026-12-27", 1),
        ("2026-12-28", 0),
        ("2026-12-31", 0),
    ] {
        let salon = TestSalon::open().await;
        let (asha, _) = salon.member("Asha", "2026-12-31").await;
        salon.runs("membership-expiry", &[(&format!("{missed_until}T00:30:00+05:30"), sent)]).await;
        let rows = feed(&salon, &asha).await;
        if let Some(row) = rows.first() {
            let (kind, title) = match missed_until {
                "2026-12-02" => ("membership_expiry_30d", "Your membership ends in 29 days"),
                "2026-12-04" => ("membership_expiry_30d", "Your membership ends in 27 days"),
                _ => ("membership_expiry_7d", "Your membership ends in 4 days"),
            };
            assert_eq!((&row["type"], &row["title"]), (&json!(kind), &json!(title)));
        }
    }
}

#[tokio::test]
async fn a_warning_of_a_day_before_the_membership_began_was_not_missed() {
    let salon = TestSalon::open().await;
    let (_, membership) = salon.member("Asha", "2026-12-14").await;
    let starts_at = "2026-11-16T00:00:00+05:30".parse().unwrap();
    salon.put(&Membership { starts_at, ..membership }).await;
    salon.runs("membership-expiry", &[("2026-11-16T00:30:00+05:30", 0), ("2026-12-07T00:30:00+05:30", 1)]).await;
}

#[tokio::test]
async fn a_warning_whose_day_was_missed_by_a_late_sale_is_sent_by_the_next_run() {
    let (salon, _) = TestSalon::with_shop().await;
    let (tier, desk) = (salon.tier("Gold").await, salon.reception().await);
    let sell = async |start: &str, validity: u32| {
        let customer = salon.user("Asha", parlour_values::role::Role::Customer).await;
        let sold = json!({
            "customerId": customer.id, "tierId": tier.id, "hoursMinutes": 60, "pricePaise": 100_000,
            "startDate": start, "validityDays": validity, "paymentMethod": "cash",
        });
        desk.post("/api/memberships", sold).await.created();
    };
    // Sold on 16 November: the day of 30 days was up to four days ago, is today, or fell before the membership began.
    for (start, validity, sent) in [
        ("2026-11-11", 33, 1),
        ("2026-11-10", 33, 1),
        ("2026-11-09", 33, 0),
        ("2026-11-16", 30, 1),
        ("2026-11-16", 29, 0),
    ] {
        sell(start, validity).await;
        salon.runs("membership-expiry", &[("2026-11-16T10:00:00+05:30", sent)]).await;
    }
    // Today's run was in the night before.
    for validity in [30, 7] {
        sell("2026-11-16", validity).await;
    }
    salon.runs("membership-expiry", &[("2026-11-17T00:30:00+05:30", 2)]).await;
}
