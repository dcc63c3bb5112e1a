//! The table of contents of this group: one route per job.

use axum::body::Body;
use axum::extract::State;
use http::HeaderMap;
use parlour_http::{Routes, machine};
use parlour_platform::jobs::{Job, JobAnswer, JobBody};
use parlour_settings::App;
use parlour_storage::salon::Salon;
use parlour_values::input::camel;

use crate::handlers::run::run;

pub fn routes() -> Routes {
    Job::ALL.iter().fold(Routes::new(App::Admin), |routes, job| {
        let job = *job;
        let handler = move |State(salon): State<Salon>, headers: HeaderMap, body: Body| run(salon, job, headers, body);
        let spec = machine(summary(job))
            .id(format!("jobs.{}", camel(&job.as_str().replace('-', "_"))))
            .about(about(job))
            .answers::<JobAnswer>();
        routes.post(path(job), handler, if is_triggered(job) { spec.takes::<JobBody>() } else { spec })
    })
}

/// Whether an event calls it, with the record it is about; the others run by the clock.
fn is_triggered(job: Job) -> bool {
    matches!(
        job,
        Job::PostServiceFollowup
            | Job::StaleBookingAlert
            | Job::NoshowCheck
            | Job::MembershipExpiredNotice
            | Job::InvoicePdf
    )
}

fn about(job: Job) -> &'static str {
    if is_triggered(job) {
        "Called once for an event, some time after it. Called again, it sends nothing twice; where the record has moved on \
         meanwhile, it does nothing."
    } else {
        "Runs by the clock. Called again for the same time, it does what is left, and nothing twice."
    }
}

fn path(job: Job) -> &'static str {
    match job {
        Job::AppointmentReminders => "/api/jobs/appointment-reminders",
        Job::MembershipExpiry => "/api/jobs/membership-expiry",
        Job::BirthdayEmails => "/api/jobs/birthday-emails",
        Job::LeadFollowups => "/api/jobs/lead-followups",
        Job::GemsExpiryReminder => "/api/jobs/gems-expiry-reminder",
        Job::MembershipUsageNudges => "/api/jobs/membership-usage-nudges",
        Job::DailySalesReport => "/api/jobs/daily-sales-report",
        Job::WeeklyReport => "/api/jobs/weekly-report",
        Job::NightlySalesSummary => "/api/jobs/nightly-sales-summary",
        Job::MembershipAutoExpire => "/api/jobs/membership-auto-expire",
        Job::OfferAutoExpire => "/api/jobs/offer-auto-expire",
        Job::GemsAutoExpire => "/api/jobs/gems-auto-expire",
        Job::SessionCleanup => "/api/jobs/session-cleanup",
        Job::MonthlyGstSummary => "/api/jobs/monthly-gst-summary",
        Job::PostServiceFollowup => "/api/jobs/post-service-followup",
        Job::StaleBookingAlert => "/api/jobs/stale-booking-alert",
        Job::NoshowCheck => "/api/jobs/noshow-check",
        Job::MembershipExpiredNotice => "/api/jobs/membership-expired-notice",
        Job::InvoicePdf => "/api/jobs/invoice-pdf",
    }
}

fn summary(job: Job) -> &'static str {
    match job {
        Job::AppointmentReminders => "Remind customers a day and an hour ahead",
        Job::MembershipExpiry => "Tell owners that their membership ends in 30, 7 or 1 days",
        Job::BirthdayEmails => "Wish those who agreed a happy birthday",
        Job::LeadFollowups => "Remind staff of leads nobody has spoken with for two days",
        Job::GemsExpiryReminder => "Tell customers of gems that end in a week",
        Job::MembershipUsageNudges => "Nudge members who have hours left",
        Job::DailySalesReport => "Report the day's sales",
        Job::WeeklyReport => "Report the week's sales",
        Job::NightlySalesSummary => "Keep the previous day's sales per branch",
        Job::MembershipAutoExpire => "End memberships past their time",
        Job::OfferAutoExpire => "End offers past their last day",
        Job::GemsAutoExpire => "End gems a year old",
        Job::SessionCleanup => "Delete ended sessions",
        Job::MonthlyGstSummary => "Report the month's GST",
        Job::PostServiceFollowup => "Ask for a review a day after the visit",
        Job::StaleBookingAlert => {
            "Alert the desk of a request nobody answers; reject it after a day, or when its time has come"
        }
        Job::NoshowCheck => "Ask the desk about a booking that is over but still open",
        Job::MembershipExpiredNotice => "Tell the owner of an ended membership how to renew it",
        Job::InvoicePdf => "Render an invoice and email it",
    }
}
