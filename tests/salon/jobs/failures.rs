//! Something fails in the middle: the job says so, what was done stays done, and the next run does the rest.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures::future::BoxFuture;
use parlour_aws::AwsAccount;
use parlour_booking::bookings::status::BookingStatus;
use parlour_platform::jobs::Job;
use parlour_senders::{Channel, SentMessage};
use parlour_settings::{SecretError, Vault};
use parlour_tests::wire::Fault;
use parlour_tests::{Mishap, Outside, TestSalon};
use parlour_values::role::Role;
use serde_json::{Value, json};

/// Emails to whoever is called so fail, and nothing else.
fn to(name: &'static str) -> impl Fn(&SentMessage) -> Option<Mishap> {
    move |message| message.to.starts_with(name).then_some(Mishap::Refused)
}

/// The job fails while one of three cannot be reached; afterwards that one is told, and nobody twice.
async fn makes_up(salon: &TestSalon, job: &str, body: Value, rest: Value) {
    salon.post.clear();
    salon.post.fail(to("ravi"));
    salon.job_fails(job, body.clone()).await;
    let before = salon.sent(Channel::Email).len();
    salon.job_fails(job, body.clone()).await;
    assert_eq!(salon.sent(Channel::Email).len(), before, "{job}: told again");
    salon.post.stop_failing();
    assert_eq!(salon.job(job, body.clone()).await, rest, "{job}");
    let mut told = salon.kinds_and_recipients(Channel::Email);
    assert_eq!(told.len(), before + 1, "{job}: {told:?}");
    told.dedup();
    assert_eq!(told.len(), before + 1, "{job}: twice among {told:?}");
    assert_ne!(salon.job(job, body).await, rest, "{job}: again");
}

#[tokio::test]
async fn reminders_reach_those_they_could_not_reach_and_nobody_twice() {
    let (salon, shop) = TestSalon::with_shop().await;
    for name in ["Asha", "Ravi", "Uma"] {
        let user = salon.user(name, Role::Customer).await;
        salon.booked(&shop, &user, "2026-11-17", "10:00", BookingStatus::Confirmed).await;
        // One of yesterday's must not keep today's from being done.
        salon.booked(&shop, &user, "2026-11-17", "12:00", BookingStatus::Confirmed).await;
    }
    salon.set_clock("2026-11-17T08:00:00+05:30");
    salon.post.fail(to("ravi"));
    salon.job_fails("appointment-reminders", json!({})).await;
    assert_eq!(salon.sent(Channel::Email).len(), 4);
    salon.post.stop_failing();
    salon.runs("appointment-reminders", &[("2026-11-17T08:15:00+05:30", 2)]).await;
    assert_eq!(salon.sent(Channel::Email).len(), 6);
}

#[tokio::test]
async fn birthdays_followups_last_words_and_invoices_are_made_up_for() {
    let (salon, shop) = TestSalon::with_shop().await;
    for name in ["Asha", "Ravi", "Uma"] {
        salon.born(name, "1990-11-16", true).await;
    }
    makes_up(&salon, "birthday-emails", json!({}), json!({ "success": true, "processed": 1 })).await;

    let ravi = salon.customer("Ravi").await;
    salon.listed(ravi.user.as_ref().unwrap(), |profile| profile.marketing_consent = true).await;
    let booking = salon.confirmed(&shop, &ravi, &[&shop.cut]).await;
    let desk = salon.reception().await;
    desk.post(&format!("/api/bookings/{}/complete", booking.id), json!({ "paymentMethod": "upi" })).await.ok();
    let body = json!({ "bookingId": booking.id });
    makes_up(&salon, "post-service-followup", body.clone(), json!({ "success": true, "sent": true })).await;
    let alone = json!({ "success": true, "attached": false, "reason": "unconfigured", "sent": true });
    makes_up(&salon, "invoice-pdf", body, alone).await;
    let (_, membership) = salon.member("Ravi", "2026-11-01").await;
    let body = json!({ "membershipId": membership.id });
    makes_up(&salon, "membership-expired-notice", body, json!({ "success": true, "sent": true })).await;
}

#[tokio::test]
async fn a_failed_send_shows_on_its_row_until_it_went_out() {
    let salon = TestSalon::open().await;
    let asha = salon.born("Asha", "1990-11-16", true).await;
    let (_, membership) = salon.member("Uma", "2026-11-01").await;
    let uma = salon
        .stored::<parlour_people::auth::User>(&parlour_storage::table::keys::user(&membership.customer_id))
        .await
        .unwrap();
    let row = async |user: &parlour_people::auth::User| {
        let client = salon.signed_in(user, parlour_settings::App::Customer).await;
        let row = client.get("/api/notifications").await.ok()["notifications"][0].clone();
        (row["status"].clone(), row["sentAt"].clone())
    };
    salon.post.fail(|message| (message.channel == Channel::Email).then_some(Mishap::Refused));
    let body = json!({ "membershipId": membership.id });
    salon.job_fails("membership-expired-notice", body.clone()).await;
    salon.job_fails("birthday-emails", json!({})).await;
    assert_eq!(row(&uma.record).await, (json!("failed"), Value::Null));
    salon.post.stop_failing();
    salon.job("membership-expired-notice", body).await;
    salon.job("birthday-emails", json!({})).await;
    assert_eq!(row(&uma.record).await, (json!("sent"), json!("2026-11-16T04:30:00.000Z")));
    assert_eq!(row(&asha).await.0, json!("pending"), "in the app it was there all along");
}

const REJECTED: &str =
    "<ErrorResponse><Error><Code>MessageRejected</Code><Message>Address blacklisted.</Message></Error></ErrorResponse>";
const TOO_FAST: &str =
    "<ErrorResponse><Error><Code>Throttling</Code><Message>slow down</Message></Error></ErrorResponse>";
const TAKEN: &str =
    "<SendRawEmailResponse><SendRawEmailResult><MessageId>m</MessageId></SendRawEmailResult></SendRawEmailResponse>";

#[tokio::test]
async fn an_address_that_ses_rejects_is_given_up_and_one_that_has_to_wait_is_tried_again() {
    let hurried = Arc::new(AtomicUsize::new(0));
    let seen = hurried.clone();
    let ses = Outside::answering(move |form| match form {
        form if form.contains("ravi.") => (400, REJECTED),
        form if form.contains("uma.") && seen.fetch_add(1, Ordering::SeqCst) == 0 => (400, TOO_FAST),
        _ => (200, TAKEN),
    })
    .await;
    let aws = AwsAccount::local(&ses.url).trying_once();
    let salon = TestSalon::with_email_through(&aws, &[("EMAIL_FROM", "Parlour <hello@example.test>")]).await;
    let shop = salon.shop().await;
    for name in ["Asha", "Ravi", "Uma"] {
        let user = salon.user(name, Role::Customer).await;
        salon.booked(&shop, &user, "2026-11-17", "10:00", BookingStatus::Confirmed).await;
    }
    salon.job_fails("appointment-reminders", json!({})).await;
    assert_eq!(salon.sent(Channel::Email).len(), 1, "Asha's");
    salon.runs("appointment-reminders", &[("2026-11-16T10:15:00+05:30", 1)]).await;
    assert_eq!((salon.sent(Channel::Email).len(), ses.asked().len()), (2, 4), "Ravi's is not tried again");
    let owner = salon.person("Dev", Role::Developer).await;
    let failed = owner.get("/api/logs/notifications?status=failed").await.ok();
    let reasons: Vec<&str> =
        failed["notifications"].as_array().unwrap().iter().map(|row| row["error"].as_str().unwrap()).collect();
    assert_eq!(reasons, ["cannot be sent: SES rejected the message (MessageRejected)"]);
}

/// Cannot be read by whoever asks first.
struct Stuck(String, AtomicUsize);

impl Vault for Stuck {
    fn read<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<String, SecretError>> {
        let first = self.1.fetch_add(1, Ordering::SeqCst) == 0;
        let answer = if first { Err(SecretError { name: name.to_owned() }) } else { Ok(self.0.clone()) };
        Box::pin(std::future::ready(answer))
    }
}

#[tokio::test]
async fn a_report_whose_chat_could_not_be_unlocked_is_posted_by_the_next_run_and_once() {
    let chat = Outside::answering(|_| (200, "ok")).await;
    let vault = Arc::new(Stuck(chat.url.clone(), AtomicUsize::new(0)));
    let settings = [("CHAT_WEBHOOK_URL_PARAM", "/parlour/chat"), ("REPORT_RECIPIENTS", "owner@parlour.test")];
    let salon = TestSalon::with_vault(&settings, vault).await;
    salon.job_fails("daily-sales-report", json!({})).await;
    assert_eq!((chat.asked().len(), salon.sent(Channel::Email).len()), (0, 1));
    for _ in 0..2 {
        assert_eq!(salon.job("daily-sales-report", json!({})).await, json!({ "success": true }));
        assert_eq!((chat.asked().len(), salon.sent(Channel::Email).len()), (1, 1));
    }
}

#[tokio::test]
async fn a_table_that_does_not_answer_fails_every_job_and_the_next_run_finds_it_all_undone() {
    let salon = TestSalon::with_settings(&[("REPORT_RECIPIENTS", "owner@parlour.test")]).await;
    let shop = salon.shop().await;
    let ravi = salon.born("Ravi", "1990-11-16", true).await;
    let booking = salon.booked(&shop, &ravi, "2026-11-17", "10:00", BookingStatus::Confirmed).await;
    let (_, membership) = salon.member("Uma", "2026-11-01").await;
    // Reads alone: a write that is not answered is tried for five seconds.
    salon
        .wire
        .fail(|_, operation| matches!(operation, "Query" | "GetItem" | "BatchGetItem").then_some(Fault::RefuseBefore));
    let body = json!({ "bookingId": booking.id, "membershipId": membership.id });
    let failing: Vec<_> = Job::ALL.iter().map(|job| salon.job_fails(job.as_str(), body.clone())).collect();
    futures::future::join_all(failing).await;
    salon.wire.reset();
    assert_eq!(salon.processed("appointment-reminders").await, 1);
    assert_eq!(salon.processed("birthday-emails").await, 1);
    assert_eq!(salon.processed("membership-auto-expire").await, 1);
    assert_eq!(salon.processed("nightly-sales-summary").await, 2);
    assert_eq!(salon.job("membership-expired-notice", body).await["sent"], true);
    assert_eq!(salon.job("daily-sales-report", json!({})).await, json!({ "success": true }));
    let mut kinds = salon.kinds(Channel::Email);
    kinds.sort();
    assert_eq!(kinds, ["birthday", "daily_sales_report", "membership_expired", "reminder_24h"]);
}

#[tokio::test]
async fn what_the_local_queue_tries_again_is_in_each_feed_once() {
    let (salon, shop) = TestSalon::with_shop().await;
    let (asha, desk) = (salon.customer("Asha").await, salon.reception().await);
    let worker = salon.worker().await;
    let feeds = async || {
        let mut kinds = Vec::new();
        for client in [&asha, &desk] {
            let rows = client.get("/api/notifications").await.ok()["notifications"].as_array().unwrap().clone();
            let of = |row: &Value| row["type"].as_str().unwrap().to_owned();
            kinds.push(rows.iter().map(of).filter(|kind| kind.starts_with("booking_")).collect::<Vec<_>>());
        }
        kinds
    };
    salon.post.fail(to("asha"));
    let booking = asha.book(shop.cut_tomorrow()).await;
    worker.deliver_due().await.unwrap();
    asha.post(&format!("{booking}/cancel"), json!({ "reason": "Ill" })).await.ok();
    worker.deliver_due().await.unwrap();
    assert!(worker.queue().await.unwrap().iter().any(|entry| entry.failures == 1));
    let first = feeds().await;
    worker.move_clock("2026-11-16T10:01:30+05:30".parse().unwrap(), true).await.unwrap();
    assert!(worker.queue().await.unwrap().iter().any(|entry| entry.failures == 2));
    salon.post.stop_failing();
    worker.move_clock("2026-11-16T10:20:00+05:30".parse().unwrap(), true).await.unwrap();
    assert!(worker.queue().await.unwrap().iter().all(|entry| entry.failures == 0));
    assert_eq!(feeds().await, first);
    assert!(first[0].len() == 2 && first.iter().all(|kinds| !kinds.is_empty()), "{first:?}");
    assert!(salon.kinds(Channel::Email).contains(&"booking_cancelled".to_owned()));
}
