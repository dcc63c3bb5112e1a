//! Has a credit note rendered by the invoicing service, stores the key of the PDF and emails the note with it, once. If
//! that service is not configured or fails, the email goes out without the PDF. A note to nobody known, or to somebody
//! who is erased, is rendered all the same.

use serde_json::Value;

use super::JobError;
use super::run::Run;
use super::support::pdf_attachment::{answer, print};
use crate::notifications::{Channels, NoticeOutcome, Notifications, OutgoingNotice};
use parlour_money::invoices::{CreditNote, Invoice};
use parlour_senders::NotificationType;
use parlour_senders::templates::{CreditNoteFacts, Notice};
use parlour_setup::branding::BrandingStore;
use parlour_storage::table::{AtomicWrite, Stored, WriteError, keys};
use parlour_values::id::{CreditNoteId, InvoiceId};

pub async fn run(run: &Run<'_>, invoice: &InvoiceId, id: &CreditNoteId) -> Result<Value, JobError> {
    let (key, note_key) = (keys::invoice(invoice), keys::credit_note(invoice, id));
    let mut found = run.salon.table.get_many([key.clone(), note_key.clone()]).await?;
    let (invoice, note) = (found.take::<Invoice>(&key)?, found.take::<CreditNote>(&note_key)?);
    let (Some(invoice), Some(note)) = (invoice, note) else { return Ok(answer(false, Some("not_found"), false)) };
    let notifications = Notifications::of(run.salon);
    let recipient = match &note.customer_id {
        Some(customer) => notifications.recipient(customer).await?,
        None => None,
    };
    let Some(recipient) = recipient else { return render_only(run, &invoice, &note).await };
    if notifications.was_sent(recipient.id(), NotificationType::CreditNoteReady, note.id.as_str()).await? {
        return Ok(answer(false, Some("already_sent"), false));
    }
    let brand = BrandingStore::of(run.salon).brand(Some(&note.branch_id)).await?;
    let paper = print(run, &note.document_in(recipient.language(), &invoice).headed(brand.letterhead())).await?;
    if let Some(key) = paper.key {
        store_key(run, &note, key).await?;
    }
    let (attached, reason) = (paper.attachment.is_ok(), paper.attachment.as_ref().err().copied());
    let notice = Notice::CreditNote(facts(&invoice, &note, recipient.user.first_name(), attached));
    let notice = OutgoingNotice::new(recipient, notice, note.id.as_str(), Channels::Email)
        .branded(&brand)
        .attached(paper.attachment.into_iter().collect());
    let notice = match &invoice.booking_id {
        Some(booking) => notice.of_booking(booking),
        None => notice,
    };
    match notifications.send(notice).await? {
        NoticeOutcome::Sent => Ok(answer(attached, reason, true)),
        NoticeOutcome::FeedOnly => Ok(answer(attached, reason.or(Some("not_sent")), false)),
        NoticeOutcome::Skipped(_) => Ok(answer(false, Some("already_sent"), false)),
    }
}

/// Of somebody who is erased, it says what tax law wants of them. No email depends on it, so a failure to render fails the
/// job and the message is delivered again.
async fn render_only(run: &Run<'_>, invoice: &Invoice, note: &Stored<CreditNote>) -> Result<Value, JobError> {
    let brand = BrandingStore::of(run.salon).brand(Some(&note.branch_id)).await?;
    let document = note.document(&invoice.erased()).headed(brand.letterhead());
    if let Some(rendered) = run.salon.outbound.invoicing.render(&document).await? {
        store_key(run, note, rendered.key).await?;
    }
    Ok(answer(false, Some("no_customer"), false))
}

/// A note changes only when its customer is merged into another: then the message is delivered again.
async fn store_key(run: &Run<'_>, note: &Stored<CreditNote>, key: String) -> Result<(), JobError> {
    if note.pdf_key.as_ref() == Some(&key) {
        return Ok(());
    }
    let mut write = AtomicWrite::new(&run.salon.random);
    write.changes.replace(note, &CreditNote { pdf_key: Some(key), ..note.record.clone() });
    match write.commit(&run.salon.table).await {
        Ok(()) => Ok(()),
        Err(WriteError::ConditionsFailed(_) | WriteError::Contended) => Err(JobError::Overtaken),
        Err(WriteError::Table(error)) => Err(error.into()),
    }
}

fn facts(invoice: &Invoice, note: &CreditNote, first_name: &str, pdf_attached: bool) -> CreditNoteFacts {
    CreditNoteFacts {
        number: note.number.to_string(),
        invoice_number: note.invoice_number.to_string(),
        customer_first_name: first_name.to_owned(),
        invoice_type: invoice.invoice_type,
        booking_id: invoice.booking_id.clone(),
        issued_on: note.created_at.ist_date(),
        refund_methods: note.refunded_by_method().into_iter().map(|(method, _)| method).collect(),
        due_fell: note.due_fell,
        amount: note.amount,
        gst: note.cgst.plus(note.sgst),
        reason: note.reason.clone(),
        pdf_attached,
    }
}
