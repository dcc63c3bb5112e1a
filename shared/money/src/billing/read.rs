//! Reading an invoice, and sending it again.

use serde_json::json;

use super::view::{DayTakings, Queued};
use super::{Billing, BillingError, DayTakingsRequest, SendInvoiceRequest};
use crate::invoices::{Invoice, InvoiceDetail, InvoiceView, Invoices};
use crate::summaries::{DaySummary, Summaries};
use parlour_people::auth::{Caller, User};
use parlour_people::customers::{OpenChannels, Profile, Unreached, ways};
use parlour_settings::App;
use parlour_setup::branches::Branches;
use parlour_setup::messages::{MessageForm, MessageKind, MessageTemplates};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::outbox::{OutboxMessage, Task};
use parlour_storage::table::{Record as _, TableError, keys};
use parlour_values::id::{BookingId, BranchId, CreditNoteId, InvoiceId};
use parlour_values::message_channel::MessageChannel;

impl Billing<'_> {
    /// The one that is asked for, or all.
    pub(super) async fn branches(&self, wanted: Option<&BranchId>) -> Result<Vec<BranchId>, TableError> {
        match wanted {
            Some(branch) => Ok(vec![branch.clone()]),
            None => Ok(Branches::of(self.0).all().await?.iter().map(|branch| branch.id.clone()).collect()),
        }
    }

    pub async fn detail(&self, act: &Act, id: &InvoiceId) -> Result<InvoiceDetail, Failure<BillingError>> {
        let (invoice, notes) = self.whole(id).await?.ok_or(BillingError::Unknown)?;
        let notes: Vec<_> = notes.iter().map(|note| &note.record).collect();
        Ok(InvoiceDetail::new(&invoice, &notes, act))
    }

    /// A link to the document that works for five minutes.
    pub async fn document_link(&self, id: &InvoiceId) -> Result<String, Failure<BillingError>> {
        let invoice = Invoices::of(self.0).get(id).await?.ok_or(BillingError::Unknown)?;
        self.link_of(invoice.pdf_key.as_deref()).await
    }

    /// The same for one of its credit notes.
    pub async fn credit_note_link(
        &self,
        invoice: &InvoiceId,
        id: &CreditNoteId,
    ) -> Result<String, Failure<BillingError>> {
        let note = Invoices::of(self.0).credit_note(invoice, id).await?.ok_or(BillingError::UnknownNote)?;
        self.link_of(note.pdf_key.as_deref()).await
    }

    async fn link_of(&self, key: Option<&str>) -> Result<String, Failure<BillingError>> {
        let link = Invoices::of(self.0).document_link(key).await.map_err(BillingError::from)?;
        link.ok_or(BillingError::NoDocument.into())
    }

    /// The invoice of one of the caller's own bookings.
    pub async fn of_own_booking(
        &self,
        caller: &Caller,
        booking: &BookingId,
    ) -> Result<InvoiceView, Failure<BillingError>> {
        let invoice = Invoices::of(self.0).of_booking(&caller.user.id, booking).await?.ok_or(BillingError::Unknown)?;
        Ok(InvoiceView::new(&invoice, App::Customer, &caller.act))
    }

    /// A link to the document of that invoice, which works for five minutes.
    pub async fn own_document_link(
        &self,
        caller: &Caller,
        booking: &BookingId,
    ) -> Result<String, Failure<BillingError>> {
        let invoice = Invoices::of(self.0).of_booking(&caller.user.id, booking).await?.ok_or(BillingError::Unknown)?;
        self.link_of(invoice.pdf_key.as_deref()).await
    }

    /// Whether it can be sent to its customer once more, by any channel they want.
    pub async fn can_be_sent(&self, invoice: &Invoice) -> Result<bool, TableError> {
        Ok(self.reach(invoice, None).await?.is_ok())
    }

    /// Whether it can be sent so, or by the one channel that is named; if not, why.
    async fn reach(&self, invoice: &Invoice, by: Option<MessageChannel>) -> Result<Result<(), Unreached>, TableError> {
        let Some(customer) = &invoice.customer_id else { return Ok(Err(Unreached::NoAddress)) };
        let (user, profile) = (keys::user(customer), keys::profile(customer));
        let mut found = self.0.table.get_many([user.clone(), profile.clone()]).await?;
        let (user, profile) = (found.take::<User>(&user)?, found.take::<Profile>(&profile)?);
        let Some(user) = user else { return Ok(Err(Unreached::NoAddress)) };
        let (open, profile) = (OpenChannels::of(self.0), profile.as_deref());
        let wanted = by.map_or_else(|| ways(profile), |channel| vec![channel]);
        let is_by_phone = |channel: &MessageChannel| *channel != MessageChannel::Email && open.includes(*channel);
        let template = match wanted.iter().any(is_by_phone) {
            true => {
                let language = profile.map(|profile| profile.preferred_language).unwrap_or_default();
                MessageTemplates::of(self.0).for_reader(MessageKind::of_invoice(true, invoice.due), language).await?
            }
            false => None,
        };
        // The document is printed before it is sent.
        let form = MessageForm { template: template.as_ref(), has_document: self.0.outbound.invoicing.configured() };
        Ok(open.reach(&user, profile, by, form))
    }

    /// Queues the invoice's message once more.
    pub async fn send(
        &self,
        act: &Act,
        id: &InvoiceId,
        request: &SendInvoiceRequest,
    ) -> Result<Queued, Failure<BillingError>> {
        let invoice = Invoices::of(self.0).get(id).await?.ok_or(BillingError::Unknown)?;
        if invoice.is_void() {
            return Err(BillingError::WrongStatus(invoice.payment_status).into());
        }
        self.reach(&invoice, request.channel).await?.map_err(BillingError::NobodyReceives)?;
        let mut transaction = self.0.transaction(act);
        let task = Task::InvoicePdf {
            booking_id: invoice.booking_id.clone(),
            invoice_id: Some(id.clone()),
            again: Some(act.request_id.clone()),
            channel: request.channel,
        };
        transaction.enqueue(OutboxMessage::new(task, act.at));
        transaction.audit(EventType::InvoiceSent, Invoice::KIND, id.as_str(), json!({}));
        let queued = Queued { queued: true };
        transaction.keep_response(&queued);
        transaction.commit().await?;
        Ok(queued)
    }

    /// The takings of a day; of the primary branch if the request names none.
    pub async fn day(&self, request: &DayTakingsRequest) -> Result<DayTakings, Failure<BillingError>> {
        let branches = Branches::of(self.0).all().await?;
        let branch = branches.iter().find(|branch| match &request.branch_id {
            Some(id) => branch.id == *id,
            None => branch.is_primary,
        });
        let branch = branch.ok_or(BillingError::UnknownBranch)?.id.clone();
        let date = request.date.unwrap_or_else(|| self.0.clock.today());
        let day = Summaries::of(self.0).day(&branch, date).await?;
        Ok(DayTakings::from(&day.unwrap_or_else(|| DaySummary::empty(branch, date, self.0.clock.now()))))
    }
}
