//! Background work: what runs on a schedule, what the queue delivers, and who may ask for it over HTTP. A job is a file:
//! what is due, what is done about it, and how it is told apart the second time.

mod appointment_reminders;
mod birthday_emails;
mod daily_sales_report;
mod desk;
mod gems_auto_expire;
pub(crate) mod gems_expiry_reminder;
mod invoice_pdf;
mod lead_followups;
mod mark;
pub(crate) mod members;
mod membership_auto_expire;
mod membership_expired_notice;
mod membership_expiry;
mod membership_usage_nudges;
mod monthly_gst_summary;
mod nightly_sales_summary;
mod noshow_check;
mod noshow_escalation;
mod offer_auto_expire;
mod post_service_followup;
mod reporting;
mod run;
mod run_log;
pub mod schedule;
mod session_cleanup;
#[cfg(feature = "signed-jobs")]
pub mod signature;
mod stale_booking_alert;
mod weekly_report;

use serde_json::Value;

pub use run::Run;
pub use run_log::{JobRun, RunOutcome};

use crate::act::Act;
use crate::failure::Setback;
use crate::id::JobRunId;
use crate::outbound::{JobOutcome, SendError};
use crate::outbox::Message;
use crate::salon::Salon;
use crate::table::TableError;
use crate::text_enum::text_enum;

text_enum! {
    /// What a queue message asks for: the five triggered jobs and the internal ones.
    pub enum Task {
        PostServiceFollowup => "post-service-followup",
        StaleBookingAlert => "stale-booking-alert",
        NoshowCheck => "noshow-check",
        MembershipExpiredNotice => "membership-expired-notice",
        InvoicePdf => "invoice-pdf",
        /// Tells people of an event: in-app row, push, email, realtime.
        Notify => "notify",
        /// Counts a no-show against the customer, once per booking.
        NoshowEscalation => "noshow-escalation",
        /// Tries out what only works from the queue's end, the queue among it.
        IntegrationTest => "integration-test",
    }
}

text_enum! {
    /// The jobs that have a route of their own: fourteen on a schedule, five triggered by what happens.
    pub enum Job {
        AppointmentReminders => "appointment-reminders",
        MembershipExpiry => "membership-expiry",
        BirthdayEmails => "birthday-emails",
        LeadFollowups => "lead-followups",
        GemsExpiryReminder => "gems-expiry-reminder",
        MembershipUsageNudges => "membership-usage-nudges",
        DailySalesReport => "daily-sales-report",
        WeeklyReport => "weekly-report",
        NightlySalesSummary => "nightly-sales-summary",
        MembershipAutoExpire => "membership-auto-expire",
        OfferAutoExpire => "offer-auto-expire",
        GemsAutoExpire => "gems-auto-expire",
        SessionCleanup => "session-cleanup",
        MonthlyGstSummary => "monthly-gst-summary",
        PostServiceFollowup => "post-service-followup",
        StaleBookingAlert => "stale-booking-alert",
        NoshowCheck => "noshow-check",
        MembershipExpiredNotice => "membership-expired-notice",
        InvoicePdf => "invoice-pdf",
    }
}

impl Job {
    /// The five that an event of the application triggers.
    pub const TRIGGERED: [Self; 5] = [
        Self::PostServiceFollowup,
        Self::StaleBookingAlert,
        Self::NoshowCheck,
        Self::MembershipExpiredNotice,
        Self::InvoicePdf,
    ];

    pub fn is_triggered(self) -> bool {
        Self::TRIGGERED.contains(&self)
    }
}

/// Why a job did not get through; what it did until then stays done, and running it again does the rest.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    #[error("there is no job {0}")]
    Unknown(String),
    #[error(transparent)]
    Setback(#[from] Setback),
    #[error("a message did not go out: {0}")]
    Send(#[from] SendError),
    #[error("a rule stands in the way: {0}")]
    Refused(String),
    /// Somebody else is just sending the same thing; whether they get through shows later.
    #[error("the same message is being sent elsewhere")]
    UnderWay,
    #[error("the record changed while it was worked on")]
    Overtaken,
    /// It never will be: left to the dead letters, where somebody looks at it.
    #[error("the message cannot be read")]
    Unreadable,
    #[error("{failed} of {total} records failed, the first with: {first}")]
    Some { failed: usize, total: usize, first: String },
}

impl From<TableError> for JobError {
    fn from(error: TableError) -> Self {
        Self::Setback(error.into())
    }
}

/// Runs a job by its name: what its route answers, noted in the run log and told to its monitor.
pub async fn run(salon: &Salon, name: &str, payload: Value) -> Result<Value, JobError> {
    let job: Job = name.parse().map_err(|_| JobError::Unknown(name.to_owned()))?;
    let id: JobRunId = salon.random.id();
    let started = salon.clock.now();
    let under_way = Run { salon, act: Act::of_job(job.as_str(), id.as_str(), started), payload };
    let result = perform(job, &under_way).await;
    let outcome = match &result {
        Ok(_) => JobOutcome::Succeeded,
        Err(error) => {
            tracing::error!(job = job.as_str(), %error, "a job failed");
            JobOutcome::Failed
        }
    };
    run_log::note(salon, JobRun::of(id, job, started, salon.clock.now(), &result)).await;
    if job != Job::InvoicePdf {
        salon.outbound.heartbeat(job.as_str(), outcome).await;
    }
    result
}

/// What a message of the queue asks for; told whether it was carried out, now or before.
pub async fn deliver(salon: &Salon, message: &Message) -> Result<Value, JobError> {
    match message.task {
        Task::PostServiceFollowup
        | Task::StaleBookingAlert
        | Task::NoshowCheck
        | Task::MembershipExpiredNotice
        | Task::InvoicePdf => run(salon, message.task.as_str(), message.payload.clone()).await,
        Task::Notify => crate::notifications::notify(salon, message).await,
        Task::IntegrationTest => salon.operations().arrived(message).await,
        Task::NoshowEscalation => {
            let id: JobRunId = salon.random.id();
            let act = Act::of_job(message.task.as_str(), id.as_str(), salon.clock.now());
            noshow_escalation::run(&Run { salon, act, payload: message.payload.clone() }).await
        }
    }
}

async fn perform(job: Job, run: &Run<'_>) -> Result<Value, JobError> {
    match job {
        Job::AppointmentReminders => appointment_reminders::run(run).await,
        Job::BirthdayEmails => birthday_emails::run(run).await,
        Job::LeadFollowups => lead_followups::run(run).await,
        Job::OfferAutoExpire => offer_auto_expire::run(run).await,
        Job::SessionCleanup => session_cleanup::run(run).await,
        Job::PostServiceFollowup => post_service_followup::run(run).await,
        Job::NoshowCheck => noshow_check::run(run).await,
        Job::StaleBookingAlert => stale_booking_alert::run(run).await,
        Job::MembershipExpiry => membership_expiry::run(run).await,
        Job::GemsExpiryReminder => gems_expiry_reminder::run(run).await,
        Job::MembershipUsageNudges => membership_usage_nudges::run(run).await,
        Job::DailySalesReport => daily_sales_report::run(run).await,
        Job::WeeklyReport => weekly_report::run(run).await,
        Job::NightlySalesSummary => nightly_sales_summary::run(run).await,
        Job::MembershipAutoExpire => membership_auto_expire::run(run).await,
        Job::GemsAutoExpire => gems_auto_expire::run(run).await,
        Job::MonthlyGstSummary => monthly_gst_summary::run(run).await,
        Job::MembershipExpiredNotice => membership_expired_notice::run(run).await,
        Job::InvoicePdf => invoice_pdf::run(run).await,
    }
}
