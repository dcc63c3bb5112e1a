//! The task that a caller over HTTP or the console asks a triggered job for. Their JSON body is untyped and read
//! leniently: what is missing or malformed counts as absent.

use serde_json::Value;

use super::job::Job;
use parlour_storage::outbox::Task;
use parlour_values::id::{BookingId, InvoiceId, MembershipId};
use parlour_values::time::{Instant, UnixSecond};

/// Longer than any identifier, shorter than the longest key the table takes.
const LONGEST_ID: usize = 256;

/// None for a scheduled job, and for a body that names no record.
pub(super) fn task(job: Job, body: &Value) -> Option<Task> {
    let booking_id = || text(body, "bookingId").map(BookingId::from);
    match job {
        Job::PostServiceFollowup => {
            let completed = moment(body, "completedAt").map(UnixSecond::from);
            Some(Task::PostServiceFollowup { booking_id: booking_id()?, completed })
        }
        Job::StaleBookingAlert => Some(Task::StaleBookingAlert {
            booking_id: booking_id()?,
            since: moment(body, "since"),
            starts_at: moment(body, "startsAt"),
        }),
        Job::NoshowCheck => Some(Task::NoshowCheck { booking_id: booking_id()?, starts_at: moment(body, "startsAt") }),
        Job::MembershipExpiredNotice => Some(Task::MembershipExpiredNotice {
            membership_id: text(body, "membershipId").map(MembershipId::from)?,
            expires_at: moment(body, "expiresAt"),
        }),
        Job::InvoicePdf => {
            let (booking_id, invoice_id) = (booking_id(), text(body, "invoiceId").map(InvoiceId::from));
            let again = body.get("again").and_then(Value::as_str).map(str::to_owned);
            let named = booking_id.is_some() || invoice_id.is_some();
            named.then_some(Task::InvoicePdf { booking_id, invoice_id, again, channel: None })
        }
        Job::AppointmentReminders
        | Job::MembershipExpiry
        | Job::BirthdayEmails
        | Job::LeadFollowups
        | Job::GemsExpiryReminder
        | Job::MembershipUsageNudges
        | Job::DailySalesReport
        | Job::WeeklyReport
        | Job::NightlySalesSummary
        | Job::MembershipAutoExpire
        | Job::OfferAutoExpire
        | Job::GemsAutoExpire
        | Job::SessionCleanup
        | Job::MonthlyGstSummary => None,
    }
}

fn text<'a>(body: &'a Value, field: &str) -> Option<&'a str> {
    let given = body.get(field).and_then(Value::as_str);
    given.filter(|text| !text.is_empty() && text.len() <= LONGEST_ID)
}

fn moment(body: &Value, field: &str) -> Option<Instant> {
    text(body, field).and_then(|text| text.parse().ok())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_malformed_counts_as_absent() {
        let check = |starts_at: Option<&str>| {
            Some(Task::NoshowCheck { booking_id: "b1".into(), starts_at: starts_at.map(|text| text.parse().unwrap()) })
        };
        let noon = "2026-11-17T06:30:00.000Z";
        let read = |body| task(Job::NoshowCheck, &body);
        assert_eq!(read(json!({ "bookingId": "b1", "startsAt": noon })), check(Some(noon)));
        assert_eq!(read(json!({ "bookingId": "b1" })), check(None));
        assert_eq!(read(json!({ "bookingId": "b1", "startsAt": "soon" })), check(None));
        assert_eq!(read(json!({ "bookingId": "b1", "startsAt": 7 })), check(None));
        for id in [json!(""), json!(7), json!(null), json!("x".repeat(257))] {
            assert_eq!(read(json!({ "bookingId": id })), None);
        }
        for body in [json!({}), json!([]), json!(null), json!("bookingId")] {
            for job in Job::ALL {
                assert_eq!(task(*job, &body), None, "{job} {body}");
            }
        }
    }

    #[test]
    fn a_triggered_job_gets_the_task_of_its_name() {
        let body = json!({ "bookingId": "b1", "membershipId": "m1" });
        for job in Job::ALL {
            let name = task(*job, &body).map(|task| task.name());
            assert_eq!(name, job.is_triggered().then_some(job.as_str()));
        }
    }
}
