//! Voiding an invoice, on its own day only: all its effects are undone. Its number is not used again.

use serde_json::json;

use super::affected::AffectedRecords;
use super::giving_back::GivenBack;
use super::{Billing, BillingError, VoidRequest};
use crate::counter::CounterUndo;
use crate::gems::{GemTransaction, GemTransactionType, GemsAccount};
use crate::invoices::{Invoice, InvoiceDetail, Invoices};
use crate::memberships::{Membership, cancel_among};
use crate::owner_alerts::tell_owner_of_void;
use crate::pay::Undoing;
use parlour_booking::bookings::status::BookingStatus;
use parlour_booking::bookings::{Booking, VisitTime};
use parlour_people::customers::Profile;
use parlour_setup::branches::Branches;
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::outbox::{OutboxMessage, Task};
use parlour_storage::table::{Record as _, Stored, TableError};
use parlour_storage::transaction::Transaction;
use parlour_values::gems::Gems;
use parlour_values::id::{InvoiceId, Random, UserId};
use parlour_values::money::Paise;
use parlour_values::payment::{InvoiceType, PaymentStatus};
use parlour_values::time::Minutes;

impl Billing<'_> {
    pub async fn void(
        &self,
        act: &Act,
        id: &InvoiceId,
        request: &VoidRequest,
    ) -> Result<InvoiceDetail, Failure<BillingError>> {
        self.0.retry_on_conflict(|| self.undo_and_void(act, id, request)).await
    }

    async fn undo_and_void(
        &self,
        act: &Act,
        id: &InvoiceId,
        request: &VoidRequest,
    ) -> Result<InvoiceDetail, Failure<BillingError>> {
        let salon = self.0;
        let read = Invoices::of(salon).get(id).await?.ok_or(BillingError::Unknown)?;
        check_unspoilt(&read)?;
        if read.day() != act.at.ist_date() {
            return Err(BillingError::NotToday.into());
        }
        let branch = Branches::of(salon).get(&read.branch_id).await?.ok_or(BillingError::UnknownBranch)?;
        let (affected, counter) = tokio::try_join!(self.affected(&read), CounterUndo::read(salon, &branch, &read))?;
        let mut transaction = salon.transaction(act);
        let mut gems_missing = Gems::ZERO;
        match read.invoice_type {
            InvoiceType::Service => {
                gems_missing = undo_visit(&mut transaction, act, &read, &affected, &salon.random);
                give_minutes_back(&mut transaction, act, &affected, read.covered());
                self.take_up_again(&mut transaction, act, &read, affected.booking.as_ref()).await?;
            }
            InvoiceType::MembershipSession => undo_session(&mut transaction, act, &read, &affected, &request.reason),
            InvoiceType::MembershipPurchase => undo_sale(&mut transaction, act, &read, &affected, &request.reason)?,
            InvoiceType::Sale => {
                affected.customer.change_profile(&mut transaction, act, &read, None, |profile| {
                    take_spend_back(profile, &read);
                });
            }
        }
        let given_back = GivenBack::by_void(&read);
        let back = given_back.going_back(Undoing::Void);
        let drawer = counter.write(&mut transaction, salon, act, &branch, &read, back).map_err(BillingError::from)?;
        let invoice = Invoice {
            payment_status: PaymentStatus::Void,
            due: Paise::ZERO,
            void_drawer_id: drawer,
            voided_at: Some(act.at),
            void_reason: Some(request.reason.to_string()),
            updated_at: act.at,
            ..read.record.clone()
        };
        transaction.replace(&read, &invoice);
        // The stored PDF is rendered again and says that the invoice is void.
        let task = Task::InvoicePdf {
            booking_id: invoice.booking_id.clone(),
            invoice_id: Some(id.clone()),
            again: None,
            channel: None,
        };
        transaction.enqueue(OutboxMessage::new(task, act.at));
        tell_owner_of_void(&mut transaction, id, act);
        transaction.audit(
            EventType::InvoiceVoided,
            Invoice::KIND,
            id.as_str(),
            json!({
                "paymentStatus": invoice.payment_status,
                "gemsMissing": gems_missing,
                "refundedByMethod": given_back.by_method,
                "restocked": given_back.restocked().map(|(_, pieces)| pieces).sum::<u32>(),
            }),
        );
        let detail = InvoiceDetail::new(&invoice, &[], act);
        transaction.keep_response(&crate::invoices::InvoiceDetailAnswer { invoice: detail.clone() });
        transaction.commit().await?;
        Ok(detail)
    }

    /// The booking as before its completion, with its person's time.
    async fn take_up_again(
        &self,
        transaction: &mut Transaction<'_>,
        act: &Act,
        invoice: &Invoice,
        booking: Option<&Stored<Booking>>,
    ) -> Result<(), TableError> {
        let is_its = |booking: &&Stored<Booking>| {
            booking.status == BookingStatus::Completed && booking.invoice_id.as_ref() == Some(&invoice.id)
        };
        let Some(read) = booking.filter(is_its) else { return Ok(()) };
        let mut booking = read.completion_undone(act.at);
        let mut time = VisitTime::read(self.0, &booking).await?;
        time.take_again(&mut booking, act.at);
        transaction.replace(read, &booking);
        time.write(transaction);
        booking.noshow_check_again(act.at).into_iter().for_each(|check| transaction.enqueue(check));
        let details = json!({
            "status": booking.status, "branchId": booking.branch_id, "invoiceId": invoice.id, "overlaps": booking.overlaps,
        });
        transaction.audit(EventType::BookingCompletionUndone, Booking::KIND, booking.id.as_str(), details);
        Ok(())
    }
}

/// An invoice with credit notes stays; they have taken it back already.
fn check_unspoilt(invoice: &Invoice) -> Result<(), BillingError> {
    match invoice.payment_status {
        PaymentStatus::Paid | PaymentStatus::Unpaid | PaymentStatus::PartiallyPaid => {}
        other => return Err(BillingError::WrongStatus(other)),
    }
    if invoice.refunded > Paise::ZERO { Err(BillingError::HasCreditNotes) } else { Ok(()) }
}

/// The amount the customer spent, and the amount they still had to pay.
fn take_spend_back(profile: &mut Profile, invoice: &Invoice) {
    profile.total_spent = profile.total_spent.minus(invoice.total);
    profile.due = profile.due.minus(invoice.due);
}

/// Gems, offer, visits and spend; how many gems had been spent meanwhile and could not be taken back.
fn undo_visit(
    transaction: &mut Transaction<'_>,
    act: &Act,
    invoice: &Invoice,
    affected: &AffectedRecords,
    random: &Random,
) -> Gems {
    let mut missing = Gems::ZERO;
    let mut balance = None;
    if let Some(read) = &affected.gems {
        let mut gems = GemsAccount { updated_at: act.at, ..read.record.clone() };
        let returned = gems.account.reverse_spending(&invoice.gems.taken);
        let left = invoice.gems.earned.minus(invoice.gems.taken_back);
        let reverse = |lot| gems.account.reverse_earning(lot, left, invoice.issued_at, act.at);
        let taken_back = invoice.gems.lot.as_ref().map(reverse);
        let taken = taken_back.map_or(Gems::ZERO, |taken_back| taken_back.gems);
        missing = taken_back.map_or(Gems::ZERO, |taken_back| taken_back.missing);
        for (gems, words) in [(returned.gems, "Returned"), (Gems(taken.0.saturating_neg()), "Taken back")] {
            if let Some(customer) = invoice.customer_id.as_ref().filter(|_| gems != Gems::ZERO) {
                let words = format!("{words}: invoice {} is void", invoice.number);
                transaction.create(&adjustment(customer, invoice, gems, words, act, random));
            }
        }
        if gems.account != read.account {
            transaction.replace(read, &gems);
        }
        balance = Some(gems.account.balance());
    }
    affected.customer.change_profile(transaction, act, invoice, balance, |profile| {
        let in_this_row = profile.row_began_at.is_none_or(|began| began <= invoice.issued_at);
        if in_this_row {
            *profile = profile.clone().with_no_shows(profile.no_shows().without_completed());
        }
        take_spend_back(profile, invoice);
        take_visit_back(profile, invoice);
    });
    if let Some(used) = affected.offer_day.as_ref().filter(|used| used.invoice_id == invoice.id) {
        transaction.remove(used);
    }
    missing
}

fn take_visit_back(profile: &mut Profile, invoice: &Invoice) {
    // A visit of today that was counted before profiles listed the day's visits.
    if let (None, Some(before)) = (&profile.day_of_visits, &invoice.previous_visit) {
        (profile.first_visit_at, profile.last_visit_at) = (before.first_visit_at, before.last_visit_at);
    }
    profile.uncount_visit(invoice.issued_at);
}

/// Minutes of the membership that paid for lines.
fn give_minutes_back(transaction: &mut Transaction<'_>, act: &Act, affected: &AffectedRecords, minutes: Minutes) {
    if let Some(read) = affected.membership.as_ref().filter(|_| minutes > Minutes(0)) {
        let used_hours = Minutes(read.used_hours.0.saturating_sub(minutes.0));
        transaction.replace(read, &Membership { used_hours, updated_at: act.at, ..read.record.clone() });
    }
}

/// The minutes come back, and the visit was none.
fn undo_session(
    transaction: &mut Transaction<'_>,
    act: &Act,
    invoice: &Invoice,
    affected: &AffectedRecords,
    reason: &str,
) {
    let minutes: Minutes = invoice.lines.iter().map(|line| line.duration).sum();
    give_minutes_back(transaction, act, affected, minutes);
    if let Some(read) = affected.booking.as_ref().filter(|booking| booking.status == BookingStatus::Completed) {
        let booking = read.session_undone(reason, act.at);
        transaction.replace(read, &booking);
        let details = json!({ "status": booking.status, "invoiceId": invoice.id });
        transaction.audit(EventType::BookingCancelled, Booking::KIND, booking.id.as_str(), details);
    }
    affected.customer.change_profile(transaction, act, invoice, None, |profile| take_visit_back(profile, invoice));
}

/// The invoice paid for the membership, so the membership ends with it, unless sessions have been used.
fn undo_sale(
    transaction: &mut Transaction<'_>,
    act: &Act,
    invoice: &Invoice,
    affected: &AffectedRecords,
    reason: &str,
) -> Result<(), BillingError> {
    if let Some(read) = &affected.membership {
        if read.used_hours > Minutes(0) {
            return Err(BillingError::SessionsUsed);
        }
        cancel_among(transaction, read, reason, act);
    }
    affected.customer.change_profile(transaction, act, invoice, None, |profile| take_spend_back(profile, invoice));
    Ok(())
}

pub(super) fn adjustment(
    customer: &UserId,
    invoice: &Invoice,
    gems: Gems,
    description: String,
    act: &Act,
    random: &Random,
) -> GemTransaction {
    GemTransaction {
        id: random.id(),
        user_id: customer.clone(),
        kind: GemTransactionType::Adjusted,
        gems,
        description,
        expires_at: None,
        invoice_id: Some(invoice.id.clone()),
        invoice_number: Some(invoice.number.clone()),
        created_at: act.at,
    }
}
