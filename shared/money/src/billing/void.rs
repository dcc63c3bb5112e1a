//! Voiding an invoice, on its own day only: all its effects are undone. Its number is not used again.

use serde_json::json;

use super::{Billing, BillingError, VoidRequest};
use crate::checkout::OfferDay;
use crate::gems::{GemTransaction, GemTransactionType, GemsAccount};
use crate::invoices::{Invoice, InvoiceDetail, Invoices};
use crate::memberships::rules::MembershipAction;
use crate::memberships::{Membership, end};
use parlour_people::auth::User;
use parlour_people::customers::directory::DirectoryChange;
use parlour_people::customers::{Profile, save_profile_among};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::outbox::{Message, Task};
use parlour_storage::table::{Found, Partition, Record as _, Stored, TableError, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::gems::Gems;
use parlour_values::id::{InvoiceId, Random};
use parlour_values::payment::{InvoiceType, PaymentStatus};
use parlour_values::time::{Instant, Minutes};

/// The records that an invoice changed.
pub(super) struct AffectedRecords {
    pub customer: Option<Stored<User>>,
    pub gems: Option<Stored<GemsAccount>>,
    pub profile: Option<Stored<Profile>>,
    offer_day: Option<Stored<OfferDay>>,
    membership: Option<Stored<Membership>>,
}

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
        if read.payment_status != PaymentStatus::Paid {
            return Err(BillingError::WrongStatus(read.payment_status).into());
        }
        if read.day() != act.at.ist_date() {
            return Err(BillingError::NotToday.into());
        }
        let (affected, day) = tokio::try_join!(self.affected(&read), self.visits_of_day(&read))?;
        let mut transaction = salon.transaction(act);
        match read.invoice_type {
            InvoiceType::Service => undo_visit(&mut transaction, act, &read, &affected, &day, &salon.random),
            InvoiceType::MembershipSession => give_minutes_back(&mut transaction, act, &read, &affected),
            InvoiceType::MembershipPurchase => end_membership(&mut transaction, act, &affected, &request.reason)?,
        }
        let invoice = Invoice {
            payment_status: PaymentStatus::Void,
            voided_at: Some(act.at),
            void_reason: Some(request.reason.to_string()),
            updated_at: act.at,
            ..read.record.clone()
        };
        transaction.replace(&read, &invoice);
        // The stored PDF is rendered again and says that the invoice is void.
        let task =
            Task::InvoicePdf { booking_id: invoice.booking_id.clone(), invoice_id: Some(id.clone()), again: None };
        transaction.enqueue(Message::new(task, act.at));
        transaction.audit(
            EventType::InvoiceVoided,
            Invoice::KIND,
            id.as_str(),
            json!({ "paymentStatus": invoice.payment_status }),
        );
        let detail = InvoiceDetail::new(&invoice, &[], act);
        transaction.keep_response(&crate::invoices::InvoiceDetailAnswer { invoice: detail.clone() });
        transaction.commit().await?;
        Ok(detail)
    }

    /// The customer's other visit invoices of the same day.
    async fn visits_of_day(&self, invoice: &Invoice) -> Result<Vec<Stored<Invoice>>, TableError> {
        let (start, end) = (invoice.day().start(), invoice.day().plus_days(1).start());
        let all = Partition::g2(keys::invoices_of_customer(&invoice.customer_id));
        let mut day = self.0.table.query::<Invoice>(all.between(start.to_string(), end.to_string())).await?;
        day.retain(|other| other.invoice_type == InvoiceType::Service && other.id != invoice.id);
        Ok(day)
    }

    pub(super) async fn affected(&self, invoice: &Invoice) -> Result<AffectedRecords, TableError> {
        let customer = &invoice.customer_id;
        let mut wanted = vec![
            keys::user(customer),
            keys::gems(customer),
            keys::profile(customer),
            keys::offer_day(customer, invoice.day()),
        ];
        wanted.extend(invoice.membership_id.as_ref().map(keys::membership));
        let mut found: Found = self.0.table.get_many(wanted).await?;
        Ok(AffectedRecords {
            customer: found.take(&keys::user(customer))?,
            gems: found.take(&keys::gems(customer))?,
            profile: found.take(&keys::profile(customer))?,
            offer_day: found.take(&keys::offer_day(customer, invoice.day()))?,
            membership: match &invoice.membership_id {
                Some(id) => found.take(&keys::membership(id))?,
                None => None,
            },
        })
    }
}

fn undo_visit(
    transaction: &mut Transaction<'_>,
    act: &Act,
    invoice: &Invoice,
    affected: &AffectedRecords,
    day: &[Stored<Invoice>],
    random: &Random,
) {
    let mut change = DirectoryChange::of(&invoice.customer_id);
    if let Some(customer) = &affected.customer {
        change = change.person(customer);
    }
    if let Some(read) = &affected.gems {
        let mut gems = GemsAccount { updated_at: act.at, ..read.record.clone() };
        let returned = gems.account.reverse_spending(&invoice.gems.taken);
        let left = invoice.gems.earned.minus(invoice.gems.taken_back);
        let taken_back = match &invoice.gems.lot {
            Some(lot) => gems.account.reverse_earning(lot, left),
            None => Gems::ZERO,
        };
        for (gems, words) in [(returned, "Returned"), (Gems(taken_back.0.saturating_neg()), "Taken back")] {
            if gems != Gems::ZERO {
                transaction.create(&adjustment(
                    invoice,
                    gems,
                    format!("{words}: invoice {} is void", invoice.number),
                    act,
                    random,
                ));
            }
        }
        if returned != Gems::ZERO || left != Gems::ZERO {
            transaction.replace(read, &gems);
        }
        change = change.gems(gems.account.balance());
    }
    if let Some(read) = &affected.profile {
        let mut profile = Profile { updated_at: act.at, ..read.record.clone() };
        profile.total_visits = profile.total_visits.saturating_sub(1);
        profile.total_spent = profile.total_spent.minus(invoice.total);
        let (first, last) = visits_without(invoice, day, &profile);
        (profile.first_visit_at, profile.last_visit_at) = (first, last);
        save_profile_among(transaction, change, Some(read), &profile);
    } else {
        change.write(transaction);
    }
    if let Some(used) = affected.offer_day.as_ref().filter(|used| used.invoice_id == invoice.id) {
        transaction.remove(used);
    }
}

/// First and last visit without this one. Only today's invoices can be voided, so the earliest invoice of the day knows
/// the visits before today, and the other invoices of the day are the rest.
fn visits_without(invoice: &Invoice, day: &[Stored<Invoice>], profile: &Profile) -> (Option<Instant>, Option<Instant>) {
    let earliest = day.iter().map(|other| &other.record).chain([invoice]).min_by_key(|other| other.paid_at);
    let before = earliest.and_then(|earliest| earliest.previous_visit.as_ref());
    let valid = day.iter().filter(|other| other.payment_status != PaymentStatus::Void).map(|other| other.paid_at);
    let others: Vec<Instant> = valid.chain(profile.last_visit_at).filter(|at| *at != invoice.paid_at).collect();
    let first = match profile.first_visit_at {
        Some(first) if first == invoice.paid_at => {
            before.and_then(|before| before.first_visit_at).or(others.iter().min().copied())
        }
        other => other,
    };
    let last = match profile.last_visit_at {
        Some(last) if last == invoice.paid_at => {
            others.iter().max().copied().or(before.and_then(|before| before.last_visit_at))
        }
        other => other,
    };
    (first, last)
}

fn give_minutes_back(transaction: &mut Transaction<'_>, act: &Act, invoice: &Invoice, affected: &AffectedRecords) {
    let minutes: Minutes = invoice.lines.iter().map(|line| line.duration).sum();
    if let Some(read) = &affected.membership {
        let used_hours = Minutes(read.used_hours.0.saturating_sub(minutes.0));
        transaction.replace(read, &Membership { used_hours, updated_at: act.at, ..read.record.clone() });
    }
}

/// The invoice paid for the membership, so the membership ends with it, unless sessions have been used.
fn end_membership(
    transaction: &mut Transaction<'_>,
    act: &Act,
    affected: &AffectedRecords,
    reason: &str,
) -> Result<(), BillingError> {
    match &affected.membership {
        Some(read) if read.used_hours > Minutes(0) => Err(BillingError::SessionsUsed),
        Some(read) if read.is_active() => {
            end(transaction, read, MembershipAction::Cancel, Some(reason), act)?;
            Ok(())
        }
        _ => Ok(()),
    }
}

pub(super) fn adjustment(
    invoice: &Invoice,
    gems: Gems,
    description: String,
    act: &Act,
    random: &Random,
) -> GemTransaction {
    GemTransaction {
        id: random.id(),
        user_id: invoice.customer_id.clone(),
        kind_of: GemTransactionType::Adjusted,
        gems,
        description,
        expires_at: None,
        invoice_id: Some(invoice.id.clone()),
        invoice_number: Some(invoice.number.clone()),
        created_at: act.at,
    }
}
