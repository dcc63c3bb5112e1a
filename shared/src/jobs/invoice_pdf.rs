//! An invoice is rendered by the invoicing service, its place kept, and emailed with the PDF; without that service, or when
//! it fails, the email goes out alone. Once per invoice, and once more whenever the desk asks for it. A void invoice is
//! printed anew in its place, and nobody is told.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::JobError;
use super::gems_expiry_reminder::count_of;
use super::run::Run;
use crate::bookings::Booking;
use crate::invoices::Invoice;
use crate::notifications::{Telling, Told, Ways};
use crate::outbound::templates::{InvoiceFacts, Notice};
use crate::outbound::{Attachment, NotificationType, SendError};
use crate::table::{AtomicWrite, Stored, WriteError, keys};

/// What became of the document.
enum Rendering {
    Attached(Attachment),
    /// Why there is none, as the answer says it.
    Without(&'static str),
}

/// How often it is printed anew because the invoice changed while it was.
const MOST_PRINTS: u32 = 3;

pub async fn run(run: &Run<'_>) -> Result<Value, JobError> {
    for _ in 1..MOST_PRINTS {
        match print_and_send(run).await {
            Err(JobError::Overtaken) => {}
            settled => return settled,
        }
    }
    print_and_send(run).await
}

async fn print_and_send(run: &Run<'_>) -> Result<Value, JobError> {
    let Some(invoice) = invoice(run).await? else { return Ok(answer(false, Some("not_found"), false)) };
    if invoice.is_void() {
        return print_void(run, &invoice).await;
    }
    let notifications = run.salon.notifications();
    let Some(recipient) = notifications.recipient(&invoice.customer_id).await? else {
        return Ok(answer(false, Some("not_found"), false));
    };
    let again = run.payload.get("again").and_then(Value::as_str);
    let occasion = again.map_or_else(|| invoice.id.to_string(), |again| format!("{}#{again}", invoice.id));
    if notifications.has_told(recipient.id(), NotificationType::InvoiceReady, &occasion).await? {
        return Ok(answer(false, Some("already_sent"), false));
    }
    let (attachments, reason) = match render(run, &invoice).await? {
        Rendering::Attached(document) => (vec![document], None),
        Rendering::Without(reason) => (Vec::new(), Some(reason)),
    };
    let attached = !attachments.is_empty();
    let notice = Notice::Invoice(facts(&invoice, recipient.user.first_name(), attached));
    let telling = Telling::new(recipient, notice, occasion, Ways::Email).with(attachments);
    let telling = match &invoice.booking_id {
        Some(booking) => telling.of_booking(booking),
        None => telling,
    };
    match notifications.tell(telling).await? {
        Told::Now => Ok(answer(attached, reason, true)),
        Told::Unsent => Ok(answer(attached, reason.or(Some("not_sent")), false)),
        Told::Before => Ok(answer(false, Some("already_sent"), false)),
    }
}

/// No email waits for it: a failure brings the message again.
async fn print_void(run: &Run<'_>, invoice: &Stored<Invoice>) -> Result<Value, JobError> {
    if let Some(rendered) = run.salon.outbound.invoicing.render(&invoice.document()).await? {
        keep(run, invoice, &rendered.key).await?;
    }
    Ok(answer(false, Some("void"), false))
}

fn answer(attached: bool, reason: Option<&str>, sent: bool) -> Value {
    json!({ "success": true, "attached": attached, "reason": reason, "sent": sent })
}

async fn invoice(run: &Run<'_>) -> Result<Option<Stored<Invoice>>, JobError> {
    let id = match (run.invoice_id(), run.booking_id()) {
        (Some(id), _) => Some(id),
        (None, Some(booking)) => {
            let booking = run.salon.table.get::<Booking>(&keys::booking(&booking)).await?;
            booking.and_then(|booking| booking.record.invoice_id)
        }
        (None, None) => None,
    };
    match id {
        Some(id) => Ok(run.salon.invoices().get(&id).await?),
        None => Ok(None),
    }
}

/// The document, its place noted on the invoice.
async fn render(run: &Run<'_>, invoice: &Stored<Invoice>) -> Result<Rendering, JobError> {
    let rendered = match run.salon.outbound.invoicing.render(&invoice.document()).await {
        Ok(Some(rendered)) => rendered,
        Ok(None) => return Ok(Rendering::Without("unconfigured")),
        // Nothing was asked of the service yet: the message comes again.
        Err(error @ SendError::Secret(_)) => return Err(error.into()),
        Err(error) => {
            tracing::warn!(%error, "an invoice was not rendered; its email goes without");
            return Ok(Rendering::Without("render_failed"));
        }
    };
    keep(run, invoice, &rendered.key).await?;
    match rendered.pdf.map(|pdf| STANDARD.decode(pdf)) {
        Some(Ok(content)) => Ok(Rendering::Attached(Attachment {
            filename: format!("{}.pdf", invoice.number.as_str().replace('/', "-")),
            content_type: "application/pdf".to_owned(),
            content,
        })),
        Some(Err(_)) => Ok(Rendering::Without("render_failed")),
        None => Ok(Rendering::Without("too_large")),
    }
}

async fn keep(run: &Run<'_>, invoice: &Stored<Invoice>, key: &str) -> Result<(), JobError> {
    if invoice.pdf_key.as_deref() == Some(key) {
        // What was printed over the last paper is still so; else it is printed again.
        let now = run.salon.invoices().get(&invoice.id).await?;
        let is_current = now.is_some_and(|now| now.version == invoice.version);
        return if is_current { Ok(()) } else { Err(JobError::Overtaken) };
    }
    let mut write = AtomicWrite::new(&run.salon.random);
    write.changes.replace(invoice, &Invoice { pdf_key: Some(key.to_owned()), ..invoice.record.clone() });
    match write.commit(&run.salon.table).await {
        Ok(()) => Ok(()),
        Err(WriteError::Lost(_) | WriteError::Contended) => Err(JobError::Overtaken),
        Err(WriteError::Table(error)) => Err(error.into()),
    }
}

fn facts(invoice: &Invoice, first_name: &str, pdf_attached: bool) -> InvoiceFacts {
    InvoiceFacts {
        number: invoice.number.to_string(),
        customer_first_name: first_name.to_owned(),
        branch_name: invoice.seller.name.clone(),
        paid_on: invoice.day(),
        payment_method: invoice.payment_method.as_str().to_owned(),
        total: invoice.total,
        gst: invoice.gst(),
        gems_earned: count_of(invoice.gems.earned),
        pdf_attached,
    }
}
