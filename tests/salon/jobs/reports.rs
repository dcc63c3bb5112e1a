//! Reports: days, weeks and months in India's time, each sent once to everybody.

use futures::future::join_all;
use parlour_money::summaries::DaySummary;
use parlour_senders::Channel;
use parlour_storage::table::keys;
use parlour_tests::{Mishap, Shop, TestSalon};
use serde_json::json;

/// A cut for ₹500 paid at a moment.
async fn paid_at(salon: &TestSalon, shop: &Shop, moment: &str) {
    salon.set_clock(moment);
    let asha = salon.customer("Asha").await;
    let booking = salon.confirmed(shop, &asha, &[&shop.cut]).await;
    let desk = salon.reception().await;
    desk.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "cash" })).await.ok();
}

async fn reporting() -> (TestSalon, Shop) {
    let recipients = ("REPORT_RECIPIENTS", "owner@parlour.test, manager@parlour.test");
    let salon = TestSalon::with_settings(&[recipients]).await;
    let shop = salon.shop().await;
    (salon, shop)
}

async fn reported(salon: &TestSalon, job: &str, moment: &str) {
    salon.set_clock(moment);
    assert_eq!(salon.job(job, json!({})).await, json!({ "success": true }), "{job} at {moment}");
}

/// The chat message of the latest report.
fn chat(salon: &TestSalon) -> String {
    salon.sent(Channel::Chat).pop().unwrap().body
}

#[tokio::test]
async fn a_days_report_goes_to_the_chat_and_each_recipient_once() {
    let (salon, shop) = reporting().await;
    paid_at(&salon, &shop, "2026-11-15T23:59:59+05:30").await;
    paid_at(&salon, &shop, "2026-11-16T00:00:00+05:30").await;
    paid_at(&salon, &shop, "2026-11-16T22:00:00+05:30").await;
    salon.post.clear();
    for _ in 0..2 {
        reported(&salon, "daily-sales-report", "2026-11-16T22:30:00+05:30").await;
    }
    let kind = "daily_sales_report".to_owned();
    let to = |address: &str| (kind.clone(), address.to_owned());
    assert_eq!(salon.kinds_and_recipients(Channel::Email), [to("manager@parlour.test"), to("owner@parlour.test")]);
    assert_eq!(salon.kinds(Channel::Chat), std::slice::from_ref(&kind));
    assert!(chat(&salon).contains("₹1,000"), "{}", chat(&salon));
    reported(&salon, "daily-sales-report", "2026-11-17T22:30:00+05:30").await;
    assert_eq!(salon.kinds(Channel::Chat).len(), 2);
}

#[tokio::test]
async fn the_mail_of_the_day_carries_the_head_of_the_audit_chain() {
    let (salon, shop) = reporting().await;
    paid_at(&salon, &shop, "2026-11-16T22:00:00+05:30").await;
    salon.seal().await;
    let head = salon.segments().await.pop().unwrap().head().to_owned();
    for (job, carried) in [("daily-sales-report", true), ("weekly-report", false)] {
        salon.post.clear();
        reported(&salon, job, "2026-11-16T22:30:00+05:30").await;
        let mail = salon.sent(Channel::Email).pop().unwrap();
        assert_eq!(mail.body.contains(&head) || mail.html.unwrap().contains(&head), carried, "{job}");
        assert!(!chat(&salon).contains(&head));
    }
}

#[tokio::test]
async fn a_branch_that_has_not_opened_is_not_in_the_report() {
    let (salon, shop) = reporting().await;
    let soon = parlour_setup::branches::BranchStatus::ComingSoon;
    salon.put(&parlour_setup::branches::Branch { status: soon, ..shop.staffed.clone() }).await;
    reported(&salon, "weekly-report", "2026-11-15T20:00:00+05:30").await;
    let chat_lines: Vec<String> = chat(&salon).lines().skip(1).map(str::to_owned).collect();
    assert_eq!(chat_lines, ["Nothing was sold, and there were no bookings."]);
    paid_at(&salon, &shop, "2026-11-16T22:00:00+05:30").await;
    reported(&salon, "daily-sales-report", "2026-11-16T22:30:00+05:30").await;
    let told = chat(&salon);
    assert!(told.contains(&shop.open.name) && !told.contains(&shop.staffed.name), "{told}");
}

#[tokio::test]
async fn runs_that_meet_send_one_report_and_both_succeed() {
    let (salon, shop) = reporting().await;
    paid_at(&salon, &shop, "2026-11-16T22:00:00+05:30").await;
    for (job, moment) in [
        ("daily-sales-report", "2026-11-16T22:30:00+05:30"),
        ("weekly-report", "2026-11-22T20:00:00+05:30"),
        ("monthly-gst-summary", "2026-12-01T01:00:00+05:30"),
    ] {
        salon.set_clock(moment);
        salon.post.clear();
        let answers = join_all((0..8).map(|_| salon.job(job, json!({})))).await;
        assert!(answers.iter().all(|answer| *answer == json!({ "success": true })), "{job}: {answers:?}");
        assert_eq!((salon.sent(Channel::Chat).len(), salon.sent(Channel::Email).len()), (1, 2), "{job}");
    }
}

#[tokio::test]
async fn a_week_runs_from_monday_to_sunday_night_beside_the_one_before() {
    let (salon, shop) = reporting().await;
    paid_at(&salon, &shop, "2026-11-08T23:59:59+05:30").await;
    paid_at(&salon, &shop, "2026-11-15T23:59:59+05:30").await;
    paid_at(&salon, &shop, "2026-11-16T00:00:00+05:30").await;
    paid_at(&salon, &shop, "2026-11-22T23:59:59+05:30").await;
    paid_at(&salon, &shop, "2026-11-23T00:00:00+05:30").await;
    salon.post.clear();
    for _ in 0..2 {
        reported(&salon, "weekly-report", "2026-11-23T09:00:00+05:30").await;
    }
    let text = chat(&salon);
    assert!(text.contains("₹1,000") && text.contains("₹500"), "{text}");
    assert_eq!((salon.sent(Channel::Chat).len(), salon.sent(Channel::Email).len()), (1, 2));
    reported(&salon, "weekly-report", "2026-11-30T09:00:00+05:30").await;
    assert_eq!(salon.sent(Channel::Email).len(), 4);
}

#[tokio::test]
async fn a_months_gst_ends_at_midnight_of_its_last_day() {
    let (salon, shop) = reporting().await;
    paid_at(&salon, &shop, "2026-10-31T23:59:59+05:30").await;
    paid_at(&salon, &shop, "2026-11-01T00:00:00+05:30").await;
    paid_at(&salon, &shop, "2026-11-30T23:59:59+05:30").await;
    paid_at(&salon, &shop, "2026-12-01T00:00:00+05:30").await;
    salon.post.clear();
    for _ in 0..2 {
        reported(&salon, "monthly-gst-summary", "2026-12-01T01:00:00+05:30").await;
    }
    let text = chat(&salon);
    assert!(text.contains("₹1,000") && text.contains("999721") && text.contains("November 2026"), "{text}");
    assert_eq!((salon.sent(Channel::Chat).len(), salon.sent(Channel::Email).len()), (1, 2));
}

#[tokio::test]
async fn each_branch_keeps_the_day_before_once() {
    let (salon, shop) = reporting().await;
    paid_at(&salon, &shop, "2026-11-15T23:59:59+05:30").await;
    paid_at(&salon, &shop, "2026-11-16T00:00:00+05:30").await;
    paid_at(&salon, &shop, "2026-11-16T23:59:59+05:30").await;
    paid_at(&salon, &shop, "2026-11-17T00:00:00+05:30").await;
    salon
        .runs(
            "nightly-sales-summary",
            &[
                ("2026-11-16T23:59:59+05:30", 2),
                ("2026-11-17T00:00:00+05:30", 2),
                ("2026-11-17T23:30:00+05:30", 0),
                ("2026-11-18T00:00:00+05:30", 2),
            ],
        )
        .await;
    for (day, total) in [("2026-11-15", 50_000), ("2026-11-16", 100_000), ("2026-11-17", 50_000)] {
        let kept = salon.stored::<DaySummary>(&keys::summary(&shop.open.id, day.parse().unwrap())).await.unwrap();
        assert_eq!(kept.sales.total_paise.0, total, "{day}");
        let other = salon.stored::<DaySummary>(&keys::summary(&shop.staffed.id, day.parse().unwrap())).await.unwrap();
        assert_eq!(other.sales.total_paise.0, 0, "{day}");
    }
}

#[tokio::test]
async fn a_recipient_who_could_not_be_reached_is_tried_again_and_the_others_are_not() {
    let (salon, _) = reporting().await;
    for job in ["daily-sales-report", "weekly-report", "monthly-gst-summary"] {
        salon.post.clear();
        salon.post.fail(|message| (message.to == "owner@parlour.test").then_some(Mishap::Refused));
        salon.job_fails(job, json!({})).await;
        assert_eq!((salon.sent(Channel::Chat).len(), salon.sent(Channel::Email).len()), (1, 1), "{job}");
        salon.post.stop_failing();
        assert_eq!(salon.job(job, json!({})).await, json!({ "success": true }));
        let mut to: Vec<String> = salon.sent(Channel::Email).into_iter().map(|email| email.to).collect();
        to.sort();
        assert_eq!(to, ["manager@parlour.test", "owner@parlour.test"], "{job}");
        assert_eq!(salon.sent(Channel::Chat).len(), 1, "{job}");
    }
}

#[tokio::test]
async fn a_report_that_is_redriven_is_of_the_day_it_was_due_and_does_not_stand_in_for_the_next() {
    let (salon, shop) = reporting().await;
    paid_at(&salon, &shop, "2026-11-16T22:00:00+05:30").await;
    for _ in 0..2 {
        paid_at(&salon, &shop, "2026-11-17T09:00:00+05:30").await;
    }
    salon.post.clear();
    for _ in 0..2 {
        reported(&salon, "daily-sales-report", "2026-11-17T10:00:00+05:30").await;
    }
    assert_eq!(salon.sent(Channel::Chat).len(), 1);
    assert!(chat(&salon).contains("16 Nov 2026") && chat(&salon).contains("₹500 from 1 invoice"), "{}", chat(&salon));
    reported(&salon, "daily-sales-report", "2026-11-17T22:30:00+05:30").await;
    assert_eq!(salon.sent(Channel::Chat).len(), 2);
    assert!(chat(&salon).contains("17 Nov 2026") && chat(&salon).contains("₹1,000"), "{}", chat(&salon));

    // A week and a month likewise.
    for (job, late, on_time, told) in [
        (
            "weekly-report",
            "2026-11-18T09:00:00+05:30",
            "2026-11-23T09:00:00+05:30",
            "Mon 16 Nov 2026 to Sun 22 Nov 2026",
        ),
        ("monthly-gst-summary", "2026-11-24T09:00:00+05:30", "2026-12-01T01:00:00+05:30", "November 2026"),
    ] {
        salon.post.clear();
        reported(&salon, job, late).await;
        assert!(!chat(&salon).contains(told), "{}", chat(&salon));
        reported(&salon, job, on_time).await;
        assert!(chat(&salon).contains(told), "{}", chat(&salon));
        assert_eq!(salon.sent(Channel::Chat).len(), 2);
    }
}

#[tokio::test]
async fn a_schedule_that_is_ahead_of_the_clock_is_of_its_own_time() {
    let (salon, shop) = reporting().await;
    paid_at(&salon, &shop, "2026-11-16T22:00:00+05:30").await;
    salon.set_clock("2026-11-16T22:29:59.900+05:30");
    let due = Some("2026-11-16T22:30:00+05:30".parse().unwrap());
    parlour_platform::jobs::run_scheduled(&salon.salon, "daily-sales-report", due).await.unwrap();
    assert!(chat(&salon).contains("16 Nov 2026"), "{}", chat(&salon));
}

#[tokio::test]
async fn the_gst_summary_tells_registrations_apart() {
    let (salon, shop) = reporting().await;
    let elsewhere = parlour_setup::branches::Branch {
        gstin: Some("04ZZZCX1234L1ZP".to_owned()),
        state_code: "04".to_owned(),
        ..shop.staffed.clone()
    };
    salon.put(&elsewhere).await;
    paid_at(&salon, &shop, "2026-11-16T22:00:00+05:30").await;
    let asha = salon.customer("Asha").await;
    let booking = salon.confirmed_at(&shop, &elsewhere, &asha, &[&shop.cut]).await;
    let desk = salon.reception().await;
    desk.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "cash" })).await.ok();
    reported(&salon, "monthly-gst-summary", "2026-12-01T01:00:00+05:30").await;
    let told = chat(&salon);
    for part in ["of 04ZZZCX1234L1ZP", "UTGST", "of 29AAAAA0000A1ZY", "SGST", "BLR/26-27/00001 to BLR/26-27/00001"] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

#[tokio::test]
async fn what_was_refunded_is_named_in_the_day_and_in_the_months_gst() {
    let (salon, shop) = reporting().await;
    paid_at(&salon, &shop, "2026-11-15T22:00:00+05:30").await;
    let asha = salon.customer("Asha").await;
    let manager = salon.manager().await;
    let booking = salon.confirmed(&shop, &asha, &[&shop.cut]).await;
    let paid = json!({ "paymentMethod": "cash" });
    let done = manager.post(&format!("/api/bookings/{}/complete", booking.id), paid).await.ok();
    let credit = async |amount: i64| {
        let note = json!({ "amountPaise": amount, "reason": "unhappy", "refundMethod": "cash" });
        let path = format!("/api/billing/invoices/{}/credit-notes", done["invoice"]["id"].as_str().unwrap());
        salon.manager().await.post(&path, note).await.created();
    };
    credit(10_000).await;
    reported(&salon, "daily-sales-report", "2026-11-15T22:30:00+05:30").await;
    let told = chat(&salon);
    assert!(told.contains("₹900 from 2 invoices, after ₹100 refunded, "), "{told}");
    salon.set_clock("2026-11-16T12:00:00+05:30");
    credit(40_000).await;
    reported(&salon, "daily-sales-report", "2026-11-16T22:30:00+05:30").await;
    let told = chat(&salon);
    let less = "-₹400 from 0 invoices, after ₹400 refunded, ";
    assert!(told.contains(less) && told.contains("Down from ₹900 the day before."), "{told}");
    reported(&salon, "monthly-gst-summary", "2026-12-01T01:00:00+05:30").await;
    let told = chat(&salon);
    assert!(told.contains("• Invoiced: ₹1,000\n• Credit notes: 2 · ₹500\n• Net: ₹500\n"), "{told}");
}

#[tokio::test]
async fn the_most_loved_are_counted_by_pieces() {
    let (salon, shop) = reporting().await;
    let oil = parlour_money::products::Product::sample("oil");
    salon.put(&oil).await;
    let desk = salon.reception().await;
    let sale =
        json!({ "branchId": shop.open.id, "lines": [{ "productId": oil.id, "quantity": 12 }], "paymentMethod": "upi" });
    desk.post("/api/sales", sale).await.created();
    paid_at(&salon, &shop, "2026-11-16T20:00:00+05:30").await;
    paid_at(&salon, &shop, "2026-11-16T22:00:00+05:30").await;
    reported(&salon, "daily-sales-report", "2026-11-16T22:30:00+05:30").await;
    let told = chat(&salon);
    let (_, loved) = told.split_once("*Most loved*").unwrap();
    let loved: Vec<&str> = loved.lines().skip(1).take(2).collect();
    assert!(loved[0].contains(&format!("{}: × 12", oil.name)) && loved[1].contains("× 2"), "{told}");
}
