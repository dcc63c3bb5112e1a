//! Has an invoice rendered by the invoicing service, stores the key of the PDF and emails the invoice with it. If that
//! service is not configured or fails, the email goes out without the PDF. The email is sent once per invoice, and once
//! more whenever an admin asks for it. A void invoice is rendered again, and no email is sent; nor for the record of a
//! session, unless somebody asks for it.

use serde_json::Value;

use super::JobError;
use super::run::Run;
use super::support::pdf_attachment::{answer, print};
use crate::notifications::{Channels, NoticeOutcome, Notifications, OutgoingNotice};
use parlour_booking::bookings::Booking;
use parlour_booking::links::LinkFor;
use parlour_money::invoices::{Invoice, Invoices};
use parlour_money::upi::upi_uri;
use parlour_people::customers::Profile;
use parlour_senders::NotificationType;
use parlour_senders::document::InvoiceDocument;
use parlour_senders::templates::{InvoiceFacts, Notice};
use parlour_setup::branches::Branches;
use parlour_setup::branding::BrandingStore;
use parlour_setup::names::TranslatedNames;
use parlour_storage::outbox::{OutboxMessage, Task};
use parlour_storage::table::{AtomicWrite, Stored, WriteError, keys};
use parlour_values::id::{BookingId, InvoiceId};
use parlour_values::language::Language;
use parlour_values::message_channel::MessageChannel;
use parlour_values::payment::InvoiceType;

/// Which invoice: named itself or by its booking; and the request in which an admin asked for the email once more.
#[derive(Clone, Copy)]
pub struct InvoiceRequest<'a> {
    pub booking_id: Option<&'a BookingId>,
    pub invoice_id: Option<&'a InvoiceId>,
    pub again: Option<&'a str>,
    /// The one channel they asked for.
    pub channel: Option<MessageChannel>,
}

/// How often it is rendered if the invoice changes meanwhile.
const MOST_RENDERINGS: u32 = 3;

pub async fn run(run: &Run<'_>, request: InvoiceRequest<'_>) -> Result<Value, JobError> {
    for _ in 1..MOST_RENDERINGS {
        match render_and_send(run, request).await {
            Err(JobError::Overtaken) => {}
            finished => return finished,
        }
    }
    render_and_send(run, request).await
}

/// Renders it as it stands now, what is due of it and how that can be paid. Nobody is sent it.
pub async fn print_again(run: &Run<'_>, id: &InvoiceId) -> Result<Value, JobError> {
    for _ in 1..MOST_RENDERINGS {
        match render_now(run, id).await {
            Err(JobError::Overtaken) => {}
            finished => return finished,
        }
    }
    render_now(run, id).await
}

async fn render_now(run: &Run<'_>, id: &InvoiceId) -> Result<Value, JobError> {
    match Invoices::of(run.salon).get(id).await? {
        Some(invoice) => render_only(run, &invoice, "printed_again").await,
        None => Ok(not_found()),
    }
}

async fn render_and_send(run: &Run<'_>, request: InvoiceRequest<'_>) -> Result<Value, JobError> {
    let Some(invoice) = invoice(run, request).await? else { return Ok(not_found()) };
    if invoice.is_void() {
        return render_only(run, &invoice, "void").await;
    }
    // The customer is told of a session as it is recorded; its paper is sent to whoever asks for it.
    if invoice.invoice_type == InvoiceType::MembershipSession && request.again.is_none() {
        return render_only(run, &invoice, "session").await;
    }
    let notifications = Notifications::of(run.salon);
    let Some(customer) = &invoice.customer_id else { return render_only(run, &invoice, "no_customer").await };
    let Some(recipient) = notifications.recipient(customer).await? else { return Ok(not_found()) };
    let occasion = match request.again {
        Some(again) => format!("{}#{again}", invoice.id),
        None => invoice.id.to_string(),
    };
    if notifications.was_sent(recipient.id(), NotificationType::InvoiceReady, &occasion).await? {
        return Ok(answer(false, Some("already_sent"), false));
    }
    let brand = BrandingStore::of(run.salon).brand(Some(&invoice.branch_id)).await?;
    let paper = print(run, &document(run, &invoice, recipient.language()).await?.headed(brand.letterhead())).await?;
    if let Some(key) = &paper.key {
        store_key(run, &invoice, key).await?;
    }
    let (attached, reason) = (paper.attachment.is_ok(), paper.attachment.as_ref().err().copied());
    let attachments = paper.attachment.into_iter().collect();
    let names = TranslatedNames::read(run.salon, recipient.language()).await?;
    let notice = Notice::Invoice(InvoiceFacts {
        branch_name: names.branch(&invoice.branch_id, &invoice.seller.name).to_owned(),
        ..facts(&invoice, recipient.user.first_name(), request, attached)
    });
    let task = Task::InvoicePdf {
        booking_id: None,
        invoice_id: Some(invoice.id.clone()),
        again: request.again.map(str::to_owned),
        channel: request.channel,
    };
    let notice = OutgoingNotice::new(recipient, notice, occasion, Channels::Email)
        .branded(&brand)
        .attached(attachments)
        .only_by(request.channel)
        .brought_again_by(OutboxMessage::new(task, run.now()));
    let notice = match &invoice.booking_id {
        Some(id) => {
            let booking = run.salon.table.get::<Booking>(&keys::booking(id)).await?;
            notice.of_booking(id).linked(booking.map(|booking| LinkFor::booking(&booking)))
        }
        None => notice,
    };
    match notifications.send(notice).await? {
        NoticeOutcome::Sent => Ok(answer(attached, reason, true)),
        NoticeOutcome::FeedOnly => Ok(answer(attached, reason.or(Some("not_sent")), false)),
        NoticeOutcome::Skipped(_) => Ok(answer(false, Some("already_sent"), false)),
    }
}

/// No email depends on it, so a failure to render fails the job and the message is delivered again.
async fn render_only(run: &Run<'_>, invoice: &Stored<Invoice>, why: &'static str) -> Result<Value, JobError> {
    let brand = BrandingStore::of(run.salon).brand(Some(&invoice.branch_id)).await?;
    let language = language_of(run, invoice).await?;
    let document = document(run, invoice, language).await?.headed(brand.letterhead());
    if let Some(rendered) = run.salon.outbound.invoicing.render(&document).await? {
        store_key(run, invoice, &rendered.key).await?;
    }
    Ok(answer(false, Some(why), false))
}

/// As it is printed; where something is due, with a code by which it can be paid.
async fn document(run: &Run<'_>, invoice: &Invoice, language: Language) -> Result<InvoiceDocument, JobError> {
    if !invoice.is_owed() {
        return Ok(invoice.document_in(language));
    }
    let branch = Branches::of(run.salon).get(&invoice.branch_id).await?;
    let code = branch.and_then(|branch| upi_uri(&branch, invoice.due, invoice.number.as_str()));
    Ok(invoice.document_in(language).asking_for(code))
}

/// The language its customer reads.
async fn language_of(run: &Run<'_>, invoice: &Invoice) -> Result<Language, JobError> {
    let Some(customer) = &invoice.customer_id else { return Ok(Language::English) };
    let profile = run.salon.table.get::<Profile>(&keys::profile(customer)).await?;
    Ok(profile.map(|profile| profile.preferred_language).unwrap_or_default())
}

pub fn not_found() -> Value {
    answer(false, Some("not_found"), false)
}

async fn invoice(run: &Run<'_>, request: InvoiceRequest<'_>) -> Result<Option<Stored<Invoice>>, JobError> {
    let id = match (request.invoice_id, request.booking_id) {
        (Some(id), _) => Some(id.clone()),
        (None, Some(booking)) => {
            let booking = run.salon.table.get::<Booking>(&keys::booking(booking)).await?;
            booking.and_then(|booking| booking.record.invoice_id)
        }
        (None, None) => None,
    };
    match id {
        Some(id) => Ok(Invoices::of(run.salon).get(&id).await?),
        None => Ok(None),
    }
}

/// Stores the PDF's key on the invoice.
async fn store_key(run: &Run<'_>, invoice: &Stored<Invoice>, key: &str) -> Result<(), JobError> {
    if invoice.pdf_key.as_deref() == Some(key) {
        // The PDF was overwritten in place: if the invoice has changed since it was read, it is rendered again.
        let now = Invoices::of(run.salon).get(&invoice.id).await?;
        let is_current = now.is_some_and(|now| now.version == invoice.version);
        return if is_current { Ok(()) } else { Err(JobError::Overtaken) };
    }
    let mut write = AtomicWrite::new(&run.salon.random);
    write.changes.replace(invoice, &Invoice { pdf_key: Some(key.to_owned()), ..invoice.record.clone() });
    match write.commit(&run.salon.table).await {
        Ok(()) => Ok(()),
        Err(WriteError::ConditionsFailed(_) | WriteError::Contended) => Err(JobError::Overtaken),
        Err(WriteError::Table(error)) => Err(error.into()),
    }
}

fn facts(invoice: &Invoice, first_name: &str, request: InvoiceRequest<'_>, pdf_attached: bool) -> InvoiceFacts {
    InvoiceFacts {
        number: invoice.number.to_string(),
        customer_first_name: first_name.to_owned(),
        branch_name: invoice.seller.name.clone(),
        invoice_type: invoice.invoice_type,
        booking_id: invoice.booking_id.clone(),
        paid_on: invoice.day(),
        payment_method: invoice.payment_method.map(|method| method.as_str().to_owned()),
        due: invoice.due,
        is_sent_again: request.again.is_some(),
        total: invoice.total,
        gst: invoice.gst(),
        gems_earned: invoice.gems.earned.count(),
        pdf_attached,
    }
}
