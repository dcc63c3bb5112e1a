//! Background work: what runs on a schedule, what the queue delivers, and who may ask for a job over HTTP. A job is a
//! file: what is due, what is done about it, and what makes a second run a no-op; what several share is in `support`.

mod appointment_reminders;
mod birthday_emails;
mod credit_note_pdf;
mod daily_sales_report;
mod erase_customer;
mod error;
mod fill_gap;
mod finish_repeat;
mod gems_auto_expire;
mod gems_expiry_reminder;
mod invoice_pdf;
mod job;
mod lead_followups;
mod membership_auto_expire;
mod membership_expired_notice;
mod membership_expiry;
mod membership_usage_nudges;
mod monthly_gst_summary;
mod nightly_sales_summary;
mod noshow_check;
mod noshow_escalation;
mod offer_auto_expire;
mod owner_alert;
mod post_service_followup;
mod request;
mod retention;
mod run;
pub mod schedule;
mod send_again;
mod session_cleanup;
#[cfg(feature = "signed-jobs")]
pub mod signature;
mod stale_booking_alert;
mod support;
mod weekly_report;

use serde_json::{Value, json};

use crate::notifications::Notifications;
use crate::operations::Operations;
use crate::webhooks::Webhooks;
use crate::whatsapp::WhatsApp;

pub use error::JobError;
pub use job::Job;
pub use support::openapi_bodies::{JobAnswer, JobBody};

use crate::notifications::MailFeedback;
use parlour_booking::waitlist::Gap;
use parlour_storage::outbox::{OutboxMessage, Task};
use parlour_storage::salon::Salon;
use parlour_values::time::Instant;
use run::Run;

/// Runs a job by its name, as its route, its schedule or the console asks: what the route answers. `body` is an untyped
/// JSON body; a triggered job whose body names no record does nothing.
pub async fn run(salon: &Salon, name: &str, body: Value) -> Result<Value, JobError> {
    run_due(salon, name, body, None).await
}

async fn run_due(salon: &Salon, name: &str, body: Value, due: Option<Instant>) -> Result<Value, JobError> {
    let job: Job = name.parse().map_err(|_| JobError::Unknown(name.to_owned()))?;
    if let Some(task) = request::task(job, &body) {
        return carry_out(salon, &OutboxMessage::new(task, salon.clock.now()), None).await;
    }
    let run = Run::begin(salon, job.as_str()).scheduled(due);
    let result = perform(job, &run).await;
    run.finish(job, &result).await;
    result
}

/// Runs a job by the clock, as `run` does, and reports how long after its time.
pub async fn run_scheduled(salon: &Salon, name: &str, due: Option<Instant>) -> Result<Value, JobError> {
    if let (Ok(job), Some(due)) = (name.parse::<Job>(), due) {
        salon.outbound.metrics.job_lateness(job.as_str(), salon.clock.now().since(due));
    }
    run_due(salon, name, json!({}), due).await
}

/// Takes what SES reports of mail that it sent. Delivering it again is harmless.
pub async fn take_mail_feedback(salon: &Salon, feedback: &MailFeedback) -> Result<Value, JobError> {
    let salon = &salon.for_request();
    let run = Run::begin(salon, "mail-feedback");
    let refused = Notifications::of(salon).refuse_mail(&run.act, feedback).await?;
    Ok(json!({ "success": true, "refused": refused }))
}

/// Carries out what a queue message asks for. Delivering it again is harmless.
pub async fn deliver(salon: &Salon, message: &OutboxMessage) -> Result<Value, JobError> {
    carry_out(salon, message, Some(message.due)).await
}

/// `due` is None where somebody asks for it, whenever they do.
async fn carry_out(salon: &Salon, message: &OutboxMessage, due: Option<Instant>) -> Result<Value, JobError> {
    let salon = &salon.for_request();
    let run = Run::begin(salon, message.task.name()).scheduled(due);
    salon.outbound.metrics.job_lateness(message.task.name(), run.now().since(message.due));
    let result = match &message.task {
        Task::PostServiceFollowup { booking_id, completed } => {
            post_service_followup::run(&run, booking_id, *completed).await
        }
        Task::StaleBookingAlert { booking_id, since, starts_at } => {
            stale_booking_alert::run(&run, booking_id, *since, *starts_at).await
        }
        Task::NoshowCheck { booking_id, starts_at } => noshow_check::run(&run, booking_id, *starts_at).await,
        Task::MembershipExpiredNotice { membership_id, expires_at } => {
            membership_expired_notice::run(&run, membership_id, *expires_at).await
        }
        Task::InvoicePdf { booking_id, invoice_id, again, channel } => {
            let (booking_id, invoice_id, again) = (booking_id.as_ref(), invoice_id.as_ref(), again.as_deref());
            let request = invoice_pdf::InvoiceRequest { booking_id, invoice_id, again, channel: *channel };
            invoice_pdf::run(&run, request).await
        }
        Task::InvoicePaper { invoice_id } => invoice_pdf::print_again(&run, invoice_id).await,
        Task::CreditNotePdf { invoice_id, credit_note_id } => {
            credit_note_pdf::run(&run, invoice_id, credit_note_id).await
        }
        Task::Notify(event) => {
            let notified = Box::pin(crate::notifications::notify(salon, event, message.due)).await?;
            Ok(json!({ "success": true, "notified": notified }))
        }
        Task::NoshowEscalation { booking_id } => noshow_escalation::run(&run, booking_id).await,
        Task::FillGap { branch_id, date, start, wish_id } => {
            let gap = Gap { branch_id, date: *date, start: *start, wish_id: wish_id.as_ref() };
            Box::pin(fill_gap::run(&run, gap)).await
        }
        Task::FinishRepeat { repeat_id } => Box::pin(finish_repeat::run(&run, repeat_id)).await,
        Task::WebhookDelivery { webhook_id, event, attempt } => {
            let status = Webhooks::of(salon).deliver(&run.act, webhook_id, event, *attempt).await?;
            Ok(json!({ "success": true, "status": status }))
        }
        Task::WebhookReplay { webhook_id, after } => {
            let queued = Webhooks::of(salon).replay_page(&run.act, webhook_id, after).await?;
            Ok(json!({ "success": true, "queued": queued }))
        }
        Task::Remind { booking_id, starts_at, hours } => {
            appointment_reminders::one(&run, booking_id, *starts_at, *hours).await
        }
        Task::SendAgain { log } => Box::pin(send_again::run(&run, log)).await,
        Task::WhatsAppNews { batch_id } => {
            let updates = WhatsApp::of(salon).take(&run.act, batch_id).await?;
            Ok(json!({ "success": true, "updates": updates }))
        }
        Task::EraseCustomer { user_id, erase_on } => Box::pin(erase_customer::run(&run, user_id, *erase_on)).await,
        Task::OwnerAlert(alert) => owner_alert::run(&run, alert).await,
        Task::BoardChanged { event_id } => {
            Notifications::of(salon).tell_desks(event_id).await;
            Ok(json!({ "success": true }))
        }
        Task::IntegrationTest(test) => {
            Operations::of(salon).finish_test(&run.act, test).await?;
            Ok(json!({ "success": true }))
        }
    };
    // The run log has the jobs with a route of their own, not the internal tasks.
    if let Ok(job) = message.task.name().parse::<Job>() {
        run.finish(job, &result).await;
    }
    result
}

async fn perform(job: Job, run: &Run<'_>) -> Result<Value, JobError> {
    match job {
        Job::AppointmentReminders => appointment_reminders::run(run).await,
        Job::BirthdayEmails => birthday_emails::run(run).await,
        Job::LeadFollowups => lead_followups::run(run).await,
        Job::OfferAutoExpire => offer_auto_expire::run(run).await,
        Job::SessionCleanup => session_cleanup::run(run).await,
        Job::MembershipExpiry => membership_expiry::run(run).await,
        Job::GemsExpiryReminder => gems_expiry_reminder::run(run).await,
        Job::MembershipUsageNudges => membership_usage_nudges::run(run).await,
        Job::DailySalesReport => daily_sales_report::run(run).await,
        Job::WeeklyReport => weekly_report::run(run).await,
        Job::NightlySalesSummary => nightly_sales_summary::run(run).await,
        Job::MembershipAutoExpire => membership_auto_expire::run(run).await,
        Job::GemsAutoExpire => gems_auto_expire::run(run).await,
        Job::MonthlyGstSummary => {
            // Neither waits for the other to succeed.
            let reported = monthly_gst_summary::run(run).await;
            retention::run(run).await?;
            reported
        }
        // A triggered job works on the record that its task names: without a task there is nothing to do.
        Job::PostServiceFollowup => Ok(post_service_followup::answer(false)),
        Job::NoshowCheck => Ok(noshow_check::answer(0)),
        Job::StaleBookingAlert => Ok(stale_booking_alert::answer("none", 0)),
        Job::MembershipExpiredNotice => Ok(membership_expired_notice::answer(false)),
        Job::InvoicePdf => Ok(invoice_pdf::not_found()),
    }
}
