//! Credit notes: what is due falls, then money goes back, with its tax, its part of the customer's spend and the gems it
//! had earned. A membership whose whole price is given back ends.

use serde_json::json;

use super::affected::AffectedRecords;
use super::giving_back::{GivenBack, give_back};
use super::void::adjustment;
use super::{Billing, BillingError, CreditNoteRequest, printed_again};
use crate::counter::CounterUndo;
use crate::gems::GemsAccount;
use crate::invoices::{CreditNote, CreditNoteAnswer, CreditNoteView, Invoice, InvoiceRow, Invoices};
use crate::memberships::{Membership, cancel_among};
use crate::pay::Undoing;
use parlour_setup::branches::{Branches, NumberSeries};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::outbox::{OutboxMessage, Task};
use parlour_storage::table::Record as _;
use parlour_storage::transaction::Transaction;
use parlour_values::document_number::{DocumentSeries, FinancialYear};
use parlour_values::gems::Gems;
use parlour_values::id::InvoiceId;
use parlour_values::money::Paise;
use parlour_values::payment::{InvoiceType, PaymentMethod};

impl Billing<'_> {
    pub async fn credit(
        &self,
        act: &Act,
        id: &InvoiceId,
        request: &CreditNoteRequest,
    ) -> Result<CreditNoteAnswer, Failure<BillingError>> {
        self.0.retry_on_conflict(|| self.write_credit_note(act, id, request)).await
    }

    async fn write_credit_note(
        &self,
        act: &Act,
        id: &InvoiceId,
        request: &CreditNoteRequest,
    ) -> Result<CreditNoteAnswer, Failure<BillingError>> {
        let salon = self.0;
        let read = Invoices::of(salon).get(id).await?.ok_or(BillingError::Unknown)?;
        if read.is_void() {
            return Err(BillingError::WrongStatus(read.payment_status).into());
        }
        let amount = Paise(request.amount_paise.get());
        let mut invoice = Invoice { updated_at: act.at, ..read.record.clone() };
        let parts = give_back(&mut invoice, request).map_err(BillingError::from)?;
        let given_back = GivenBack::by_note(&read, &invoice, &parts.refunds);
        let year = FinancialYear::of(act.at.ist_date());
        let key = NumberSeries::key_of(DocumentSeries::CreditNote, &read.branch_id, year);
        let _series_lock = salon.table.lock(&key).await;
        let branches = Branches::of(salon);
        let branch = branches.get(&read.branch_id).await?.ok_or(BillingError::UnknownBranch)?;
        let (series, affected, counter) = tokio::try_join!(
            salon.table.get::<NumberSeries>(&key),
            self.affected(&read),
            CounterUndo::read(salon, &branch, &read)
        )?;

        let mut transaction = salon.transaction(act);
        let number = NumberSeries::next(series.as_ref(), DocumentSeries::CreditNote, &branch, year, &mut transaction)
            .map_err(BillingError::from)?;
        let tax = Invoice::credited_tax(&parts.lines);
        let tip_fell = parts.tip_fell();
        let mut note = CreditNote {
            id: salon.random.id(),
            number,
            invoice_id: invoice.id.clone(),
            invoice_number: invoice.number.clone(),
            invoice_type: invoice.invoice_type,
            branch_id: invoice.branch_id.clone(),
            customer_id: invoice.customer_id.clone(),
            amount,
            taxable: tax.taxable,
            cgst: tax.cgst,
            sgst: tax.sgst,
            round_off: amount.minus(parts.on_lines),
            lines: parts.lines,
            reason: request.reason.to_string(),
            due_fell: parts.due_fell,
            tip_fell,
            refunds: parts.refunds,
            restocked: parts.restocked,
            pdf_key: None,
            created_by: act.actor.id().to_owned(),
            created_at: act.at,
        };
        let credited = given_back.credited();
        let is_last = invoice.refundable() == Paise::ZERO;
        let undoing = Undoing::Credit { note: &note.id, lines: &credited, tips: &parts.tips_fell, is_last };
        let drawer = counter
            .write(&mut transaction, salon, act, &branch, &invoice, given_back.going_back(undoing))
            .map_err(BillingError::from)?;
        for refund in note.refunds.iter_mut().filter(|refund| refund.method == PaymentMethod::Cash) {
            refund.drawer_id.clone_from(&drawer);
        }
        let balance = match invoice.invoice_type {
            InvoiceType::Service => self.take_gems_back(&mut transaction, act, &mut invoice, &affected),
            InvoiceType::MembershipPurchase | InvoiceType::MembershipSession | InvoiceType::Sale => None,
        };
        affected.customer.change_profile(&mut transaction, act, &invoice, balance, |profile| {
            profile.total_spent = profile.total_spent.minus(amount);
            profile.due = profile.due.minus(read.due).plus(invoice.due);
        });
        let is_sale = invoice.invoice_type == InvoiceType::MembershipPurchase;
        let given_back_whole = |membership: &Membership| is_last || invoice.refunded >= membership.price_paid;
        if let Some(membership) = affected.membership.as_ref().filter(|sold| is_sale && given_back_whole(sold)) {
            cancel_among(&mut transaction, membership, &request.reason, act);
        }
        transaction.replace(&read, &invoice);
        transaction.create(&note);
        if invoice.due < read.due {
            transaction.enqueue(printed_again(id, act.at));
        }
        let paper = Task::CreditNotePdf { invoice_id: id.clone(), credit_note_id: note.id.clone() };
        transaction.enqueue(OutboxMessage::new(paper, act.at));
        transaction.audit(
            EventType::CreditNoteIssued,
            Invoice::KIND,
            id.as_str(),
            json!({
                "creditNoteId": note.id,
                "amountPaise": amount,
                "paymentStatus": invoice.payment_status,
                "duePaise": invoice.due,
                "tipFellPaise": tip_fell,
                "refundedByMethod": given_back.by_method,
                "restocked": given_back.restocked().map(|(_, pieces)| pieces).sum::<u32>(),
            }),
        );
        let answer =
            CreditNoteAnswer { credit_note: CreditNoteView::new(&note, act), invoice: InvoiceRow::new(&invoice, act) };
        transaction.keep_response(&answer);
        transaction.commit().await?;
        Ok(answer)
    }

    /// Takes back the gems earned on the refunded part; the balance, if there is an account.
    fn take_gems_back(
        &self,
        transaction: &mut Transaction<'_>,
        act: &Act,
        invoice: &mut Invoice,
        affected: &AffectedRecords,
    ) -> Option<Gems> {
        let left = invoice.lines.iter().filter(|line| line.earns_gems()).map(|line| line.remaining().total()).sum();
        let deserved = Gems::earned_on(left).min(invoice.gems.earned);
        let surplus = invoice.gems.earned.minus(invoice.gems.taken_back).minus(deserved);
        let (read, lot) = (affected.gems.as_ref()?, invoice.gems.lot.clone()?);
        let customer = invoice.customer_id.clone()?;
        if surplus <= Gems::ZERO {
            return None;
        }
        let mut gems = GemsAccount { updated_at: act.at, ..read.record.clone() };
        let taken_back = gems.account.reverse_earning(&lot, surplus, invoice.issued_at, act.at).gems;
        invoice.gems.taken_back = invoice.gems.taken_back.plus(surplus);
        if taken_back > Gems::ZERO {
            let words = format!("Taken back: part of invoice {} was refunded", invoice.number);
            let less = Gems(taken_back.0.saturating_neg());
            transaction.create(&adjustment(&customer, invoice, less, words, act, &self.0.random));
        }
        transaction.replace(read, &gems);
        Some(gems.account.balance())
    }
}
