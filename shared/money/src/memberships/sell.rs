//! Selling a membership, with its invoice, its number and the guard that allows a customer one active membership.

use chrono::TimeDelta;
use serde_json::json;

use super::request::SellRequest;
use super::rules::{MembershipStatus, draw_number, term};
use super::store::branch_for;
use super::view::{MembershipRow, Sold};
use super::{ActiveMembership, Membership, MembershipError, Memberships, Tier};
use crate::counter::{CounterRecords, CounterSale};
use crate::invoices::{Invoice, InvoiceBuyer, InvoiceView, Sale, Settlement, SoldItem};
use crate::pricing::{Receipt, SaleItem, SaleLine, price_membership};
use parlour_people::auth::Caller;
use parlour_people::customers::{BookableCustomer, Profile, save_profile};
use parlour_settings::App;
use parlour_setup::branches::{Branch, Branches, NumberSeries};
use parlour_storage::events::EventType;
use parlour_storage::failure::Failure;
use parlour_storage::month_index::MonthIndex;
use parlour_storage::outbox::{NotifiableEvent, OutboxMessage, Task};
use parlour_storage::table::keys::{MonthlyList, Unique};
use parlour_storage::table::{Record as _, Stored, UniqueValue, keys};
use parlour_values::document_number::{DocumentSeries, FinancialYear};
use parlour_values::gst::{DEFAULT_SAC, RateSchedule};
use parlour_values::id::InvoiceId;
use parlour_values::input::Problems;
use parlour_values::time::{Instant, Minutes};

/// The records that a sale depends on, as read.
struct SellingFacts {
    customer: BookableCustomer,
    tier: Stored<Tier>,
    profile: Option<Stored<Profile>>,
    branch: Stored<Branch>,
    is_new_month: bool,
    starts_at: Instant,
    expires_at: Instant,
}

impl Memberships<'_> {
    pub async fn sell(&self, caller: &Caller, request: &SellRequest) -> Result<Sold, Failure<MembershipError>> {
        self.0.retry_on_conflict(|| self.write_sale(caller, request)).await
    }

    async fn write_sale(&self, caller: &Caller, request: &SellRequest) -> Result<Sold, Failure<MembershipError>> {
        let (salon, act) = (self.0, &caller.act);
        let facts = self.facts(caller, request).await?;
        let today = act.at.ist_date();
        let year = FinancialYear::of(today);
        let series = NumberSeries::key_of(DocumentSeries::Invoice, &facts.branch.id, year);
        let _series_lock = salon.table.lock(&series).await;
        let wanted = CounterRecords::keys(&facts.branch.id, &[], &[]).into_iter().chain([series.clone()]);
        let mut found = salon.table.get_many(wanted).await?;
        let series: Option<Stored<NumberSeries>> = found.take(&series)?;
        let counter = CounterRecords::among(&mut found, &facts.branch, &[], &[])?;

        let mut transaction = salon.transaction(act);
        let number =
            NumberSeries::next(series.as_ref(), DocumentSeries::Invoice, &facts.branch, year, &mut transaction)
                .map_err(MembershipError::from)?;
        let invoice_id: InvoiceId = salon.random.id();
        let receipt = facts.receipt(request, act.at);
        let membership = Membership {
            id: salon.random.id(),
            number: draw_number(&salon.settings.membership_prefix, today, &facts.branch.number, &salon.random),
            branch_id: facts.branch.id.clone(),
            customer_id: facts.customer.id.clone(),
            customer_name: facts.customer.name.clone(),
            customer_email: facts.customer.email.clone(),
            tier_id: facts.tier.id.clone(),
            tier_name: facts.tier.name.clone(),
            total_hours: request.hours_minutes,
            used_hours: Minutes(0),
            price_paid: request.price_paise,
            taxable: Some(receipt.tax.taxable),
            payment_method: request.payment_method,
            starts_at: facts.starts_at,
            expires_at: facts.expires_at,
            status: MembershipStatus::Active,
            created_by: caller.user.id.clone(),
            invoice_id: Some(invoice_id.clone()),
            notes: request.notes.as_deref().map(str::to_owned),
            imported: None,
            created_at: act.at,
            updated_at: act.at,
        };
        let sale = Sale {
            branch: &facts.branch,
            item: SoldItem::Membership(membership.sold()),
            buyer: InvoiceBuyer::of(facts.profile.as_ref()),
            receipt: &receipt,
            settlement: Settlement::whole(request.payment_method, receipt.total, act.at, act.actor.id()),
        };
        let mut invoice = Invoice::of_sale(invoice_id, number, sale, act.at);
        let of = CounterSale { branch: &facts.branch, products: &[], membership: None };
        counter.write(&mut transaction, salon, act, of, &mut invoice).map_err(MembershipError::from)?;

        facts.customer.check(&mut transaction);
        let mut buyer = Profile::or_bare(facts.profile.as_ref(), &salon.random, &facts.customer.id, act.at);
        buyer.total_spent = buyer.total_spent.plus(invoice.total);
        save_profile(&mut transaction, &facts.customer, facts.profile.as_ref(), &buyer);
        transaction.create(&membership);
        transaction.create(&ActiveMembership::of(&membership));
        transaction.create(&UniqueValue::held_by(&membership.id, Unique::MembershipNumber, membership.number.clone()));
        transaction.create(&invoice);
        if facts.is_new_month {
            MonthIndex::of(salon, MonthlyList::Memberships).add(&mut transaction, today.calendar_month());
        }
        let notice = Task::MembershipExpiredNotice {
            membership_id: membership.id.clone(),
            expires_at: Some(membership.expires_at),
        };
        transaction.enqueue(OutboxMessage::new(notice, membership.expires_at.plus(TimeDelta::hours(1))));
        transaction
            .enqueue(NotifiableEvent::MembershipCreated { membership_id: membership.id.clone() }.message(act.at));
        let paper =
            Task::InvoicePdf { booking_id: None, invoice_id: Some(invoice.id.clone()), again: None, channel: None };
        transaction.enqueue(OutboxMessage::new(paper, act.at));
        transaction.audit(
            EventType::MembershipSold,
            Membership::KIND,
            membership.id.as_str(),
            json!({ "tierId": membership.tier_id, "invoiceId": invoice.id, "pricePaise": membership.price_paid }),
        );
        let sold =
            Sold { membership: MembershipRow::from(&membership), invoice: InvoiceView::new(&invoice, App::Admin, act) };
        transaction.keep_response(&sold);
        transaction.commit().await?;
        Ok(sold)
    }

    async fn facts(&self, caller: &Caller, request: &SellRequest) -> Result<SellingFacts, Failure<MembershipError>> {
        let salon = self.0;
        let (active, profile) = (keys::active_membership(&request.customer_id), keys::profile(&request.customer_id));
        let wanted = [active.clone(), profile.clone()].into_iter().chain(BookableCustomer::keys(&request.customer_id));
        let (branches, months) = (Branches::of(salon), MonthIndex::of(salon, MonthlyList::Memberships));
        let month = caller.act.at.ist_date().calendar_month();
        let (mut found, tiers, branches, is_new_month) =
            tokio::try_join!(salon.table.get_many(wanted), self.all_tiers(), branches.all(), months.lacks(month),)?;

        let mut problems = Problems::default();
        let branch = branch_for(&branches, caller, request.branch_id.as_ref(), &mut problems);
        let customer = BookableCustomer::among(&mut found, &request.customer_id)?;
        if customer.is_none() {
            problems.add("customerId", "must be an existing customer");
        }
        let tier = tiers.iter().find(|tier| tier.id == request.tier_id && tier.is_active).cloned();
        if tier.is_none() {
            problems.add("tierId", "must be an active tier");
        }
        let term = term(request.start_date, request.validity_days.as_u32());
        if term.is_none() {
            problems.add("validityDays", "must end within the calendar");
        }
        let (Some(customer), Some(tier), Some((starts_at, expires_at))) = (customer, tier, term) else {
            return Err(MembershipError::Invalid(problems).into());
        };
        if !problems.is_empty() {
            return Err(MembershipError::Invalid(problems).into());
        }
        let branch = branch.ok_or(MembershipError::NoPrimaryBranch)?.clone();
        if found.take::<ActiveMembership>(&active)?.is_some() {
            return Err(MembershipError::AlreadyActive.into());
        }
        Ok(SellingFacts { customer, tier, profile: found.take(&profile)?, branch, is_new_month, starts_at, expires_at })
    }
}

impl SellingFacts {
    fn receipt(&self, request: &SellRequest, now: Instant) -> Receipt {
        let rate = RateSchedule::default().charged_by(self.branch.is_registered_for_gst(), now.ist_date());
        let (item, name) = (SaleItem::Tier(self.tier.id.clone()), format!("Membership {}", self.tier.name));
        let line = SaleLine::new(item, name, request.price_paise, DEFAULT_SAC.to_owned(), rate);
        price_membership(&[SaleLine { duration: request.hours_minutes, ..line }])
            .rounded(self.branch.settings.round_to_rupee)
    }
}
