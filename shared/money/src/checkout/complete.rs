//! Completing a booking: invoice, payments, gems, visit count, offer use, stock, drawer, earnings and the time given back
//! are written in one transaction.

use std::sync::Arc;

use chrono::TimeDelta;
use serde_json::json;

use super::bill::{Bill, BillItem};
use super::bill_view::BillView;
use super::bills::OpenBooking;
use super::edit::Menu;
use super::priced_bill::{BillContext, BillRefusal};
use super::{CompleteRequest, Completed, OfferDay};
use crate::counter::{CounterRecords, CounterRefusal, CounterSale};
use crate::gems::lots::NotEnoughGems;
use crate::gems::{GemTransaction, GemTransactionType, GemsAccount};
use crate::invoices::{Invoice, InvoiceBuyer, PaymentProblem, PreviousVisit, Sale, Settlement, SoldItem, Tip};
use crate::memberships::Membership;
use crate::memberships::rules::SessionRefusal;
use crate::offers::{Offer, Offers};
use crate::owner_alerts::{ApprovedDiscount, tell_owner_of_discount};
use crate::pricing::{CheckoutError, PricedLine, Receipt};
use crate::products::{Product, Products};
use parlour_booking::bookings::status::{Action, IllegalTransition};
use parlour_booking::bookings::{BookedService, Booking, VisitTime};
use parlour_booking::freed;
use parlour_people::auth::{Caller, User};
use parlour_people::customers::directory::DirectoryChange;
use parlour_people::customers::{CustomerError, Profile, save_profile_among};
use parlour_people::pins::PinError;
use parlour_people::staff::Staff;
use parlour_setup::branches::{Branch, Branches, NumberSeries};
use parlour_setup::catalogue::{Catalogue, CatalogueStore};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::{Failure, Refused};
use parlour_storage::outbox::{NotifiableEvent, OutboxMessage, Task};
use parlour_storage::salon::Salon;
use parlour_storage::table::{KeyLock, Record as _, Stored, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::document_number::{DocumentSeries, FinancialYear, SeriesExhausted};
use parlour_values::gems::Gems;
use parlour_values::id::{BookingId, InvoiceId, ServiceId, UserId};
use parlour_values::input::Problems;
use parlour_values::role::Role;
use parlour_values::time::Minutes;

#[derive(Debug, thiserror::Error)]
pub enum CompleteError {
    #[error("there is no such booking")]
    Unknown,
    #[error("{illegal}")]
    WrongStatus {
        illegal: IllegalTransition,
        /// Of a visit that is completed already.
        invoice_id: Option<InvoiceId>,
    },
    #[error("the bill was changed meanwhile")]
    StaleBill(Box<BillView>),
    #[error("a field names something that is not there")]
    Invalid(Problems),
    #[error(transparent)]
    Price(#[from] CheckoutError),
    #[error(transparent)]
    Membership(#[from] SessionRefusal),
    #[error(transparent)]
    Payment(#[from] PaymentProblem),
    #[error(transparent)]
    Counter(#[from] CounterRefusal),
    #[error("more is taken off than the desk may")]
    NeedsApproval { limit_bps: u32, effective_bps: u32 },
    #[error("this needs the role manager or above")]
    ManagersOnly,
    #[error("nothing can be left due by somebody unknown")]
    DueOfNobody,
    #[error(transparent)]
    Customer(CustomerError),
    #[error("the bill has not been edited: there is nothing to approve")]
    NothingToApprove,
    #[error(transparent)]
    Pin(PinError),
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

impl From<BillRefusal> for CompleteError {
    fn from(refusal: BillRefusal) -> Self {
        match refusal {
            BillRefusal::Price(error) => Self::Price(error),
            BillRefusal::Membership(refusal) => Self::Membership(refusal),
        }
    }
}

pub struct Checkout<'a>(pub(super) &'a Salon);

impl<'a> Checkout<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

/// The records that a completion depends on, as read.
struct CompletionFacts {
    booking: Stored<Booking>,
    /// If somebody has edited it.
    stored_bill: Option<Stored<Bill>>,
    bill: Bill,
    offers: Vec<Stored<Offer>>,
    catalogue: Arc<Catalogue>,
    products: Arc<Vec<Stored<Product>>>,
    branch: Stored<Branch>,
    customer: Stored<User>,
    series: Option<Stored<NumberSeries>>,
    gems: Option<Stored<GemsAccount>>,
    profile: Option<Stored<Profile>>,
    offer_day: Option<Stored<OfferDay>>,
    membership: Option<Stored<Membership>>,
    counter: CounterRecords,
    time: VisitTime,
    /// Held until the invoice number is taken: waiting for it costs less than losing the race for it.
    _series_lock: KeyLock,
}

impl Checkout<'_> {
    pub async fn complete(
        &self,
        caller: &Caller,
        id: &BookingId,
        request: &CompleteRequest,
    ) -> Result<Completed, Failure<CompleteError>> {
        if request.leaves_due() && !caller.user.role.satisfies(Role::Manager) {
            return Err(CompleteError::ManagersOnly.into());
        }
        self.0.retry_on_conflict(|| self.price_and_write(caller, id, request)).await
    }

    async fn price_and_write(
        &self,
        caller: &Caller,
        id: &BookingId,
        request: &CompleteRequest,
    ) -> Result<Completed, Failure<CompleteError>> {
        let (salon, act) = (self.0, &caller.act);
        let mut facts = self.read(act, id, request).await?;
        let mut booking = facts
            .booking
            .after(Action::Complete, act.at)
            .map_err(|illegal| CompleteError::WrongStatus { illegal, invoice_id: None })?;
        let receipt = facts.receipt(act).map_err(CompleteError::from)?;
        facts.check_discount(caller, &receipt)?;
        let settlement =
            Settlement::of(receipt.total, facts.tips(), request.paying(), request.leaves_due(), act.at, act.actor.id())
                .map_err(CompleteError::from)?;

        let mut transaction = salon.transaction(act);
        let year = FinancialYear::of(act.at.ist_date());
        let number =
            NumberSeries::next(facts.series.as_ref(), DocumentSeries::Invoice, &facts.branch, year, &mut transaction)
                .map_err(CompleteError::from)?;
        let offer_id = facts.bill.offer_id().cloned();
        let sale = Sale {
            branch: &facts.branch,
            item: SoldItem::Visit {
                booking: &booking,
                customer_name: &facts.customer.name,
                offer_id: offer_id.as_ref(),
                membership_id: facts.bill.membership_id.as_ref(),
            },
            buyer: InvoiceBuyer::of(facts.profile.as_ref()),
            receipt: &receipt,
            settlement,
        };
        let mut invoice = Invoice::of_sale(salon.random.id(), number, sale, act.at);
        let of = CounterSale {
            branch: &facts.branch,
            products: &facts.products,
            membership: facts.membership.as_ref().map(|membership| membership.sold_minutes()),
        };
        facts.counter.write(&mut transaction, salon, act, of, &mut invoice).map_err(CompleteError::from)?;
        facts.use_minutes(&mut transaction, act, receipt.minutes);
        let balance = self.settle_gems(&mut transaction, act, &facts, &receipt, &mut invoice)?;
        self.count_visit(&mut transaction, act, &facts, &mut invoice, balance);
        if let Some(offer_id) = &offer_id {
            transaction.create(&OfferDay {
                customer_id: booking.customer_id.clone(),
                date: act.at.ist_date(),
                offer_id: offer_id.clone(),
                invoice_id: invoice.id.clone(),
            });
        }
        facts.time.end(&facts.booking, act.at);
        freed::tell(&mut transaction, facts.time.freed(&facts.booking, act.at), act.at);
        facts.time.write(&mut transaction);
        booking.completed_at = Some(act.at);
        booking.paid = Some(invoice.total);
        booking.offer_id = offer_id;
        booking.invoice_id = Some(invoice.id.clone());
        if let Some(stored) = &facts.stored_bill {
            booking = booking.clone().billed(billed_services(&facts.bill, &booking.services));
            transaction.remove(stored);
        }
        facts.tell_owner_of_discount(&mut transaction, caller, &receipt, &invoice);
        transaction.replace(&facts.booking, &booking);
        transaction.create(&invoice);
        follow_up(&mut transaction, act, &booking.id);
        transaction.audit(
            EventType::BookingCompleted,
            Booking::KIND,
            booking.id.as_str(),
            audit_details(&invoice, &receipt, facts.bill.approved_for(receipt.effective_bps())),
        );
        let completed = Completed::new(&booking, &invoice);
        transaction.keep_response(&completed);
        transaction.commit().await?;
        Ok(if salon.is_dry_run() { completed.billed(&invoice) } else { completed })
    }

    /// Two round trips: the booking with its bill, then the records that they refer to. What rarely changes is kept in the
    /// process.
    async fn read(
        &self,
        act: &Act,
        id: &BookingId,
        request: &CompleteRequest,
    ) -> Result<CompletionFacts, Failure<CompleteError>> {
        let (salon, table) = (self.0, &self.0.table);
        let open = self.open_booking(id).await?;
        let bill = self.bill_to_pay(act, &open, request).await?;
        let OpenBooking { booking, stored, .. } = open;
        let offers = match bill.offer_id() {
            Some(offer) => Offers::of(salon).get(offer).await?.into_iter().collect(),
            None => Vec::new(),
        };
        let catalogue = CatalogueStore::of(salon).read().await?;
        let products = if bill.product_ids().is_empty() { Arc::default() } else { Products::of(salon).all().await? };
        let branch = Branches::of(salon).get(&booking.branch_id).await?.ok_or(CompleteError::Missing("branch"))?;

        let (customer, today) = (&booking.customer_id, act.at.ist_date());
        let series = NumberSeries::key_of(DocumentSeries::Invoice, &booking.branch_id, FinancialYear::of(today));
        let (user, gems, profile) = (keys::user(customer), keys::gems(customer), keys::profile(customer));
        let offer_day = keys::offer_day(customer, today);
        let membership = bill.membership_id.as_ref().map(keys::membership);
        let (sold, people) = (bill.product_ids(), bill.staff_ids());
        let wanted = [user.clone(), series.clone(), gems.clone(), profile.clone(), offer_day.clone()];
        let wanted = wanted
            .into_iter()
            .chain(membership.clone())
            .chain(VisitTime::keys(&booking))
            .chain(CounterRecords::keys(&branch.id, &sold, &people));
        let series_lock = table.lock(&series).await;
        let mut found = table.get_many(wanted).await?;
        Ok(CompletionFacts {
            counter: CounterRecords::among(&mut found, &branch, &sold, &people)?,
            offers,
            catalogue,
            products,
            time: VisitTime::among(&mut found, Some(&branch), &booking)?,
            branch,
            customer: found.take(&user)?.ok_or(CompleteError::Missing("customer"))?,
            series: found.take(&series)?,
            gems: found.take(&gems)?,
            profile: found.take(&profile)?,
            offer_day: found.take(&offer_day)?,
            membership: match membership {
                Some(key) => found.take(&key)?,
                None => None,
            },
            booking,
            stored_bill: stored,
            bill,
            _series_lock: series_lock,
        })
    }

    /// The bill as it was edited, which must be the one that the desk saw; else as it was booked, with what the request says.
    async fn bill_to_pay(
        &self,
        act: &Act,
        open: &OpenBooking,
        request: &CompleteRequest,
    ) -> Result<Bill, Failure<CompleteError>> {
        let seen = request.bill_version.map(|version| version.as_u64());
        let is_current = match &open.stored {
            Some(stored) => seen == Some(stored.edition),
            None => seen.is_none_or(|seen| seen == 0),
        };
        if !is_current {
            return Err(CompleteError::StaleBill(Box::new(self.bill_of(act, open).await?)).into());
        }
        let mut problems = Problems::default();
        if open.stored.is_some() {
            for field in request.bill_fields() {
                problems.add(field, "is on the bill: edit the bill");
            }
            return if problems.is_empty() {
                Ok(open.bill.clone())
            } else {
                Err(CompleteError::Invalid(problems).into())
            };
        }
        let mut bill = Bill { perk: request.perk().map_err(CompleteError::from)?.into(), ..open.bill.clone() };
        if let Some(tips) = request.tips.as_deref().filter(|tips| !tips.is_empty()) {
            let staff = Staff::of(self.0).all().await?;
            let people = bill.staff_ids();
            let menu = Menu { catalogue: &Catalogue::default(), products: &[], staff: &staff, people: &people };
            bill.tips = menu.tips(tips, &mut problems);
        }
        if problems.is_empty() { Ok(bill) } else { Err(CompleteError::Invalid(problems).into()) }
    }

    /// Spends and earns gems; returns the balance if the customer has an account.
    fn settle_gems(
        &self,
        transaction: &mut Transaction<'_>,
        act: &Act,
        facts: &CompletionFacts,
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
            transaction.create(&self.gem_entry(customer, invoice, redeemed, left, format!("Redeemed for {name}")));
        }
        if receipt.gems_earned > Gems::ZERO {
            let text = format!("Earned on invoice {}", invoice.number);
            let mut earned = self.gem_entry(customer, invoice, GemTransactionType::Earned, receipt.gems_earned, text);
            earned.expires_at = Some(gems.account.earn(earned.id.clone(), receipt.gems_earned, act.at));
            invoice.gems.earned = receipt.gems_earned;
            invoice.gems.lot = Some(earned.id.clone());
            transaction.create(&earned);
        }
        transaction.save(read, &gems);
        Ok(Some(gems.account.balance()))
    }

    fn gem_entry(
        &self,
        customer: &UserId,
        invoice: &Invoice,
        kind: GemTransactionType,
        gems: Gems,
        description: String,
    ) -> GemTransaction {
        GemTransaction {
            id: self.0.random.id(),
            user_id: customer.clone(),
            kind,
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
        facts: &CompletionFacts,
        invoice: &mut Invoice,
        balance: Option<Gems>,
    ) {
        let read = facts.profile.as_ref();
        let profile = Profile::or_bare(read, &self.0.random, &facts.booking.customer_id, act.at);
        invoice.previous_visit =
            Some(PreviousVisit { first_visit_at: profile.first_visit_at, last_visit_at: profile.last_visit_at });
        let no_shows = profile.no_shows().after_completed();
        let mut profile = profile.with_no_shows(no_shows);
        profile.count_spend(invoice.total, invoice.due);
        profile.count_visit(act.at);
        let change = DirectoryChange::of(&facts.booking.customer_id).person(&facts.customer);
        let change = match balance {
            Some(balance) => change.gems(balance),
            None => change,
        };
        save_profile_among(transaction, change, read, &profile);
    }
}

impl CompletionFacts {
    fn receipt(&self, act: &Act) -> Result<Receipt, BillRefusal> {
        let context = BillContext {
            branch: &self.branch,
            catalogue: &self.catalogue,
            products: &self.products,
            offers: &self.offers,
            service_type: self.booking.service_type,
            membership: self.membership.as_ref().map(|membership| &membership.record),
            active_membership: None,
            gems: self.gems.as_ref().map_or(Gems::ZERO, |gems| gems.account.spendable(act.at)),
            offer_used_today: self.offer_day.is_some(),
            now: act.at,
        };
        Ok(context.price(self.bill.terms())?.receipt)
    }

    /// The desk's discount is within its limit, or has a manager's word.
    fn check_discount(&self, caller: &Caller, receipt: &Receipt) -> Result<(), CompleteError> {
        let (limit_bps, effective_bps) = (self.branch.settings.desk_discount_bps, receipt.effective_bps());
        let is_allowed = effective_bps <= limit_bps
            || caller.user.role.satisfies(Role::Manager)
            || self.bill.approved_for(effective_bps).is_some();
        if is_allowed { Ok(()) } else { Err(CompleteError::NeedsApproval { limit_bps, effective_bps }) }
    }

    /// A discount beyond the desk's limit was approved, by a manager's word or by their own completion.
    fn tell_owner_of_discount(
        &self,
        transaction: &mut Transaction<'_>,
        caller: &Caller,
        receipt: &Receipt,
        invoice: &Invoice,
    ) {
        let (limit_bps, effective_bps) = (self.branch.settings.desk_discount_bps, receipt.effective_bps());
        if effective_bps > limit_bps {
            let discount = ApprovedDiscount {
                amount: receipt.lines.iter().map(PricedLine::taken_off_by_hand).sum(),
                effective_bps,
                limit_bps,
                approved_by: self.bill.approved_for(effective_bps).unwrap_or(&caller.user.id),
            };
            tell_owner_of_discount(transaction, &invoice.id, discount, &caller.act);
        }
    }

    fn tips(&self) -> Vec<Tip> {
        self.bill.tips.iter().cloned().map(Tip::from).collect()
    }

    /// Takes what the membership pays for off its minutes.
    fn use_minutes(&self, transaction: &mut Transaction<'_>, act: &Act, minutes: Minutes) {
        if let Some(read) = self.membership.as_ref().filter(|_| minutes > Minutes(0)) {
            let used_hours = read.used_hours.plus(minutes);
            transaction.replace(read, &Membership { used_hours, updated_at: act.at, ..read.record.clone() });
        }
    }
}

/// The services of a bill, as the booking shows them from then on.
fn billed_services(bill: &Bill, booked: &[BookedService]) -> Vec<BookedService> {
    let part = |id: &ServiceId| booked.iter().find(|service| service.service_id == *id).map(|own| own.part.clone());
    let services = bill.lines.iter().filter_map(|line| match &line.item {
        BillItem::Service { id, duration } => Some((line, id, *duration)),
        BillItem::Product { .. } | BillItem::Custom { .. } => None,
    });
    let booked = services.enumerate().map(|(at, (line, service, duration))| BookedService {
        id: line.id.as_str().into(),
        service_id: service.clone(),
        staff_id: line.staff.as_ref().map(|person| person.id.clone()),
        staff_name: line.staff.as_ref().map(|person| person.name.clone()),
        name: line.name.clone(),
        price: line.price,
        duration,
        display_order: u32::try_from(at).unwrap_or(u32::MAX),
        part: part(service).unwrap_or_default(),
    });
    booked.collect()
}

fn follow_up(transaction: &mut Transaction<'_>, act: &Act, booking: &BookingId) {
    let review = Task::PostServiceFollowup { booking_id: booking.clone(), completed: Some(act.at.into()) };
    transaction.enqueue(OutboxMessage::new(review, act.at.plus(TimeDelta::hours(24))));
    let invoice = Task::InvoicePdf { booking_id: Some(booking.clone()), invoice_id: None, again: None, channel: None };
    transaction.enqueue(OutboxMessage::new(invoice, act.at));
    transaction.enqueue(NotifiableEvent::BookingCompleted { booking_id: booking.clone() }.message(act.at));
}

fn audit_details(invoice: &Invoice, receipt: &Receipt, approved_by: Option<&UserId>) -> serde_json::Value {
    let mut details = json!({
        "status": "completed",
        "branchId": invoice.branch_id,
        "invoiceId": invoice.id,
        "invoiceNumber": invoice.number,
        "totalPaise": invoice.total,
        "paymentMethod": invoice.payment_method,
        "offerId": invoice.offer_id,
        "gemsEarned": invoice.gems.earned,
        "gemsSpent": invoice.gems.spent,
    });
    let effective_bps = receipt.effective_bps();
    let more = [
        ("tipPaise", (!invoice.tips.is_empty()).then(|| json!(invoice.tip()))),
        ("duePaise", invoice.is_owed().then(|| json!(invoice.due))),
        ("effectiveBps", (effective_bps > 0).then(|| json!(effective_bps))),
        ("approvedBy", approved_by.map(|by| json!(by))),
    ];
    if let Some(details) = details.as_object_mut() {
        details.extend(more.into_iter().filter_map(|(name, value)| value.map(|value| (name.to_owned(), value))));
    }
    details
}
