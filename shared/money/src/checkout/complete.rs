//! Completing a booking: invoice, gems, visit count, offer use and the time given back are written in one transaction.

use chrono::TimeDelta;
use serde_json::json;

use super::lines::sale_lines;
use super::{CompleteRequest, Completed, OfferDay};
use crate::gems::lots::NotEnoughGems;
use crate::gems::{GemTransaction, GemTransactionType, GemsAccount};
use crate::invoices::{Invoice, InvoiceBuyer, PreviousVisit, Sale, Settlement, SoldItem};
use crate::offers::{Offer, Offers};
use crate::pricing::{CheckoutError, OfferTerms, Perk, PerkFacts, Receipt, price};
use parlour_booking::bookings::status::{Action, IllegalTransition};
use parlour_booking::bookings::{Booking, VisitTime};
use parlour_people::auth::User;
use parlour_people::customers::directory::DirectoryChange;
use parlour_people::customers::{Profile, save_profile_among};
use parlour_setup::branches::{Branch, Branches, NumberSeries, SeriesName};
use parlour_setup::catalogue::{CatalogueStore, Service};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::{Failure, Refused};
use parlour_storage::outbox::{Event, Message, Task};
use parlour_storage::salon::Salon;
use parlour_storage::table::{KeyLock, Record as _, Stored, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::document_number::{FinancialYear, SeriesExhausted};
use parlour_values::gems::Gems;
use parlour_values::id::{BookingId, UserId};

#[derive(Debug, thiserror::Error)]
pub enum CompleteError {
    #[error("there is no such booking")]
    Unknown,
    #[error(transparent)]
    WrongStatus(#[from] IllegalTransition),
    #[error(transparent)]
    Price(#[from] CheckoutError),
    #[error("the booking's {0} is gone")]
    Missing(&'static str),
    #[error(transparent)]
    Numbers(#[from] SeriesExhausted),
}

impl Refused for CompleteError {}

impl From<NotEnoughGems> for CompleteError {
    fn from(_: NotEnoughGems) -> Self {
        Self::Price(CheckoutError::GemsInsufficientBalance)
    }
}

pub struct Checkout<'a>(pub(super) &'a Salon);

impl<'a> Checkout<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

/// The records that a completion depends on, as read.
struct Facts {
    booking: Stored<Booking>,
    offer: Option<Stored<Offer>>,
    services: Vec<Stored<Service>>,
    branch: Stored<Branch>,
    customer: Stored<User>,
    series: Option<Stored<NumberSeries>>,
    gems: Option<Stored<GemsAccount>>,
    profile: Option<Stored<Profile>>,
    offer_day: Option<Stored<OfferDay>>,
    time: VisitTime,
    /// Held until the invoice number is taken: waiting for it costs less than losing the race for it.
    _series_lock: KeyLock,
}

impl Checkout<'_> {
    pub async fn complete(
        &self,
        act: &Act,
        id: &BookingId,
        request: &CompleteRequest,
    ) -> Result<Completed, Failure<CompleteError>> {
        self.0.retry_on_conflict(|| self.price_and_write(act, id, request)).await
    }

    async fn price_and_write(
        &self,
        act: &Act,
        id: &BookingId,
        request: &CompleteRequest,
    ) -> Result<Completed, Failure<CompleteError>> {
        let salon = self.0;
        let mut facts = self.read(act, id, request).await?;
        let mut booking = facts.booking.after(Action::Complete, act.at).map_err(CompleteError::from)?;
        let receipt = facts.receipt(&request.perk().map_err(CompleteError::from)?, act).map_err(CompleteError::from)?;

        let mut transaction = salon.transaction(act);
        let year = FinancialYear::of(act.at.ist_date());
        let number =
            NumberSeries::next(facts.series.as_ref(), SeriesName::Invoice, &facts.branch, year, &mut transaction)
                .map_err(CompleteError::from)?;
        let sale = Sale {
            branch: &facts.branch,
            item: SoldItem::Visit { booking: &booking, offer_id: request.offer_id.as_ref(), membership_id: None },
            buyer: InvoiceBuyer::of(facts.profile.as_ref()),
            receipt: &receipt,
            settlement: Settlement::whole(request.payment_method, receipt.total, act.at, act.actor.id()),
        };
        let mut invoice = Invoice::of_sale(salon.random.id(), number, sale, act.at);
        let balance = self.settle_gems(&mut transaction, act, &facts, &receipt, &mut invoice)?;
        self.count_visit(&mut transaction, act, &facts, &mut invoice, balance);
        if let Some(offer_id) = &request.offer_id {
            transaction.create(&OfferDay {
                customer_id: booking.customer_id.clone(),
                date: act.at.ist_date(),
                offer_id: offer_id.clone(),
                invoice_id: invoice.id.clone(),
            });
        }
        facts.time.end(&facts.booking, act.at);
        facts.time.write(&mut transaction);
        booking.completed_at = Some(act.at);
        booking.paid = Some(invoice.total);
        booking.offer_id = request.offer_id.clone();
        booking.invoice_id = Some(invoice.id.clone());
        transaction.replace(&facts.booking, &booking);
        transaction.create(&invoice);
        follow_up(&mut transaction, act, &booking.id);
        transaction.audit(
            EventType::BookingCompleted,
            Booking::KIND,
            booking.id.as_str(),
            audit_details(&invoice, request),
        );
        let completed = Completed::new(&booking, &invoice);
        transaction.keep_response(&completed);
        transaction.commit().await?;
        Ok(if salon.is_dry_run() { completed.billed(&invoice) } else { completed })
    }

    /// Two round trips: the booking, then the records that it refers to. What rarely changes is kept in the process.
    async fn read(
        &self,
        act: &Act,
        id: &BookingId,
        request: &CompleteRequest,
    ) -> Result<Facts, Failure<CompleteError>> {
        let (salon, table) = (self.0, &self.0.table);
        let booking = table.get::<Booking>(&keys::booking(id)).await?.ok_or(CompleteError::Unknown)?;
        booking.status.after(Action::Complete).map_err(CompleteError::from)?;
        let offer = match &request.offer_id {
            Some(offer) => Offers::of(salon).get(offer).await?,
            None => None,
        };
        let services = CatalogueStore::of(salon).services(&booking.service_ids()).await?;
        let branch = Branches::of(salon).get(&booking.branch_id).await?.ok_or(CompleteError::Missing("branch"))?;

        let (customer, today) = (&booking.customer_id, act.at.ist_date());
        let series = NumberSeries::key_of(SeriesName::Invoice, &booking.branch_id, FinancialYear::of(today));
        let (user, gems, profile) = (keys::user(customer), keys::gems(customer), keys::profile(customer));
        let offer_day = keys::offer_day(customer, today);
        let wanted = [user.clone(), series.clone(), gems.clone(), profile.clone(), offer_day.clone()];
        let wanted = wanted.into_iter().chain(VisitTime::keys(&booking));
        let series_lock = table.lock(&series).await;
        let mut found = table.get_many(wanted).await?;
        Ok(Facts {
            offer,
            services,
            time: VisitTime::among(&mut found, Some(&branch), &booking)?,
            branch,
            customer: found.take(&user)?.ok_or(CompleteError::Missing("customer"))?,
            series: found.take(&series)?,
            gems: found.take(&gems)?,
            profile: found.take(&profile)?,
            offer_day: found.take(&offer_day)?,
            booking,
            _series_lock: series_lock,
        })
    }

    /// Spends and earns gems; returns the balance if the customer has an account.
    fn settle_gems(
        &self,
        transaction: &mut Transaction<'_>,
        act: &Act,
        facts: &Facts,
        receipt: &Receipt,
        invoice: &mut Invoice,
    ) -> Result<Option<Gems>, CompleteError> {
        let (read, customer) = (facts.gems.as_ref(), &facts.booking.customer_id);
        if receipt.gems_spent == Gems::ZERO && receipt.gems_earned == Gems::ZERO {
            return Ok(read.map(|read| read.account.balance()));
        }
        let mut gems = read
            .map_or_else(|| GemsAccount::opened(facts.booking.customer_id.clone(), act.at), |read| read.record.clone());
        gems.updated_at = act.at;
        if receipt.gems_spent > Gems::ZERO {
            invoice.gems.taken = gems.account.spend(receipt.gems_spent, act.at)?;
            invoice.gems.spent = receipt.gems_spent;
            let name = receipt.lines.iter().find(|line| line.redeemed.is_some()).map_or("", |line| &line.description);
            let left = Gems(receipt.gems_spent.0.saturating_neg());
            let redeemed = GemTransactionType::Redeemed;
            transaction.create(&self.transaction(customer, invoice, redeemed, left, format!("Redeemed for {name}")));
        }
        if receipt.gems_earned > Gems::ZERO {
            let text = format!("Earned on invoice {}", invoice.number);
            let mut earned = self.transaction(customer, invoice, GemTransactionType::Earned, receipt.gems_earned, text);
            earned.expires_at = Some(gems.account.earn(earned.id.clone(), receipt.gems_earned, act.at));
            invoice.gems.earned = receipt.gems_earned;
            invoice.gems.lot = Some(earned.id.clone());
            transaction.create(&earned);
        }
        transaction.save(read, &gems);
        Ok(Some(gems.account.balance()))
    }

    fn transaction(
        &self,
        customer: &UserId,
        invoice: &Invoice,
        kind_of: GemTransactionType,
        gems: Gems,
        description: String,
    ) -> GemTransaction {
        GemTransaction {
            id: self.0.random.id(),
            user_id: customer.clone(),
            kind_of,
            gems,
            description,
            expires_at: None,
            invoice_id: Some(invoice.id.clone()),
            invoice_number: Some(invoice.number.clone()),
            created_at: invoice.issued_at,
        }
    }

    /// Counts the visit on the customer's profile, creating the profile if there is none.
    fn count_visit(
        &self,
        transaction: &mut Transaction<'_>,
        act: &Act,
        facts: &Facts,
        invoice: &mut Invoice,
        balance: Option<Gems>,
    ) {
        let read = facts.profile.as_ref();
        let profile = Profile::or_bare(read, &self.0.random, &facts.booking.customer_id, act.at);
        invoice.previous_visit =
            Some(PreviousVisit { first_visit_at: profile.first_visit_at, last_visit_at: profile.last_visit_at });
        let no_shows = profile.no_shows().after_completed();
        let mut profile = profile.with_no_shows(no_shows);
        profile.total_spent = profile.total_spent.plus(invoice.total);
        profile.count_visit(act.at);
        let change = DirectoryChange::of(&facts.booking.customer_id).person(&facts.customer);
        let change = match balance {
            Some(balance) => change.gems(balance),
            None => change,
        };
        save_profile_among(transaction, change, read, &profile);
    }
}

impl Facts {
    fn receipt(&self, perk: &Perk, act: &Act) -> Result<Receipt, CheckoutError> {
        let today = act.at.ist_date();
        let lines = sale_lines(&self.booking, &self.services, &self.branch, today);
        let terms = self.offer.as_ref().map(|offer| OfferTerms::of(offer));
        let facts = match perk {
            Perk::None => PerkFacts::None,
            Perk::Offer(_) => PerkFacts::Offer {
                terms: terms.as_ref(),
                service_type: self.booking.service_type,
                today,
                used_today: self.offer_day.is_some(),
            },
            Perk::Gems(service) => PerkFacts::Gems {
                service: service.as_ref(),
                spendable: self.gems.as_ref().map_or(Gems::ZERO, |gems| gems.account.spendable(act.at)),
            },
        };
        Ok(price(&lines, &facts, None)?.rounded(self.branch.settings.round_to_rupee))
    }
}

fn follow_up(transaction: &mut Transaction<'_>, act: &Act, booking: &BookingId) {
    let review = Task::PostServiceFollowup { booking_id: booking.clone() };
    transaction.enqueue(Message::new(review, act.at.plus(TimeDelta::hours(24))));
    let invoice = Task::InvoicePdf { booking_id: Some(booking.clone()), invoice_id: None, again: None };
    transaction.enqueue(Message::new(invoice, act.at));
    transaction.enqueue(Event::BookingCompleted { booking_id: booking.clone() }.message(act.at));
}

fn audit_details(invoice: &Invoice, request: &CompleteRequest) -> serde_json::Value {
    json!({
        "status": "completed",
        "invoiceId": invoice.id,
        "invoiceNumber": invoice.number,
        "totalPaise": invoice.total,
        "paymentMethod": request.payment_method,
        "offerId": request.offer_id,
        "gemsEarned": invoice.gems.earned,
        "gemsSpent": invoice.gems.spent,
    })
}
