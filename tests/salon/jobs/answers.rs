//! Answers to callers of the jobs, whatever they send.

use parlour_platform::jobs::Job;
use parlour_senders::Channel;
use parlour_settings::App;
use parlour_tests::TestSalon;
use parlour_values::role::Role;
use serde_json::{Value, json};

/// The answer of a job that found nothing to do.
fn nothing(job: Job) -> Value {
    match job {
        Job::PostServiceFollowup | Job::MembershipExpiredNotice => json!({ "success": true, "sent": false }),
        Job::NoshowCheck => json!({ "success": true, "notified": 0 }),
        Job::StaleBookingAlert => json!({ "success": true, "action": "none", "notified": 0 }),
        Job::InvoicePdf => json!({ "success": true, "attached": false, "reason": "not_found", "sent": false }),
        Job::DailySalesReport | Job::WeeklyReport | Job::MonthlyGstSummary => json!({ "success": true }),
        _ => json!({ "success": true, "processed": 0 }),
    }
}

#[tokio::test]
async fn a_body_that_makes_no_sense_is_nothing_to_do() {
    let salon = TestSalon::open().await;
    let odd = r#"{"bookingId":null,"membershipId":{}}"#;
    let bodies = ["", "{", "[]", "null", "7", "\"x\"", "\u{0}", odd, r#"{"bookingId":"","membershipId":"","x":1}"#];
    for (number, body) in bodies.into_iter().enumerate() {
        // A job that runs on a schedule reads no body.
        for job in Job::ALL.iter().filter(|job| job.is_triggered() || number < 2) {
            let (client, path) = (salon.anyone(App::Admin), format!("/api/jobs/{job}"));
            let reply = client.send(http::Method::POST, &path, Some(body.to_owned())).await;
            assert_eq!((reply.status.as_u16(), reply.json()), (200, nothing(*job)), "{job} {body}");
            assert_eq!(reply.header("content-type"), Some("application/json"), "{job}");
        }
    }
    for (field, id) in [("bookingId", json!("nobody's")), ("membershipId", json!("nobody's")), ("bookingId", json!(7))]
    {
        for job in Job::TRIGGERED {
            assert_eq!(salon.job(job.as_str(), json!({ field: id })).await, nothing(job), "{job}");
        }
    }
    let empty = salon.anyone(App::Admin).post_empty("/api/jobs/noshow-check").await;
    assert_eq!((empty.status.as_u16(), empty.json()), (200, nothing(Job::NoshowCheck)));
    assert_eq!(salon.sent(Channel::Email).len() + salon.sent(Channel::Push).len(), 0);
}

#[tokio::test]
async fn every_run_is_logged_and_told_to_its_monitor() {
    let salon = TestSalon::with_settings(&[("REPORT_RECIPIENTS", "owner@parlour.test")]).await;
    salon.shop().await;
    for job in Job::ALL {
        salon.job(job.as_str(), json!({})).await;
    }
    let mut reports = salon.kinds(Channel::Email);
    reports.sort();
    assert_eq!(reports, ["daily_sales_report", "monthly_gst_summary", "weekly_report"]);
    assert_eq!(salon.sent(Channel::Chat).len(), 3);
    let mut beats: Vec<String> = salon.sent(Channel::Heartbeat).into_iter().map(|beat| beat.to).collect();
    beats.sort();
    let mut expected: Vec<String> =
        Job::ALL.iter().filter(|job| **job != Job::InvoicePdf).map(ToString::to_string).collect();
    expected.sort();
    assert_eq!(beats, expected);
    let runs = salon.person("Dev", Role::Developer).await.get("/api/logs/jobs?pageSize=100").await.ok();
    assert_eq!(runs["runs"].as_array().unwrap().len(), 19);
}
