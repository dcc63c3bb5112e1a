//! Memberships that were sold before the salon kept its books here. They come without an invoice, and the minutes that had
//! been used are their opening balance. Nobody is told of them; when they end, their owners are told as others are.

use chrono::TimeDelta;
use serde_json::json;

use super::request::ImportMembershipRequest;
use super::rules::{MembershipStatus, draw_number, is_over, term};
use super::{ActiveMembership, ImportedFrom, Membership, MembershipError, Memberships, Tier};
use parlour_people::auth::{Caller, User};
use parlour_people::customers::OpeningChange;
use parlour_setup::branches::Branch;
use parlour_storage::events::{EventType, changed_fields, is_unchanged};
use parlour_storage::failure::Failure;
use parlour_storage::month_index::MonthIndex;
use parlour_storage::outbox::{OutboxMessage, Task};
use parlour_storage::table::keys::{MonthlyList, Unique};
use parlour_storage::table::{Condition, Record as _, Stored, UniqueValue};
use parlour_values::input::Problems;
use parlour_values::payment::PaymentMethod;
use parlour_values::time::Instant;

/// The terms a new one is written from.
pub struct ImportTerms<'a> {
    pub customer: &'a Stored<User>,
    pub tier: &'a Tier,
    pub branch: &'a Branch,
    pub is_new_month: bool,
}

/// The effect of a row on a membership that is there.
#[derive(Debug)]
pub enum Correction {
    Unchanged,
    Corrected(Box<Membership>),
    Refused(Problems),
}

impl Membership {
    /// The membership as a row has it. One that was sold here is what its invoice says.
    pub fn corrected(&self, request: &ImportMembershipRequest, tier: Option<&Tier>, now: Instant) -> Correction {
        let mut problems = Problems::default();
        let Some((starts_at, expires_at)) = term(request.start_date, request.validity_days.as_u32()) else {
            problems.add("validityDays", "must end within the calendar");
            return Correction::Refused(problems);
        };
        let mut after = Self {
            tier_name: request.tier_name.to_string(),
            total_hours: request.hours_minutes,
            price_paid: request.price_paise,
            starts_at,
            expires_at,
            notes: request.notes.as_deref().map(str::to_owned).or_else(|| self.notes.clone()),
            updated_at: now,
            ..self.clone()
        };
        if after.tier_name != self.tier_name {
            after.tier_id = tier.map_or_else(|| self.tier_id.clone(), |tier| tier.id.clone());
        }
        if let Some(imported) = &mut after.imported {
            let [asked, given, used] =
                [request.used(), imported.used, self.used_hours].map(|minutes| i64::from(minutes.0));
            match OpeningChange::to(asked, Some(given), used) {
                OpeningChange::Stays => {}
                OpeningChange::Moves(_) => (imported.used, after.used_hours) = (request.used(), request.used()),
                OpeningChange::TooLate => problems
                    .add("usedMinutes", format!("has changed since: {} minutes are used by now", self.used_hours.0)),
            }
        }
        if after.used_hours > after.total_hours {
            problems.add("hoursMinutes", format!("must not be less than the {} minutes used", after.used_hours.0));
        }
        let is_same = is_unchanged(self, &after);
        if !is_same && self.imported.is_none() {
            problems.add("externalId", "is that of a membership that was sold here, which does not change");
        } else if !is_same && !self.is_active() {
            problems.add("externalId", "is that of a membership that has ended");
        }
        if !problems.is_empty() {
            Correction::Refused(problems)
        } else if is_same {
            Correction::Unchanged
        } else {
            Correction::Corrected(Box::new(after))
        }
    }
}

impl ImportMembershipRequest {
    /// How it stands: what is over is over, whatever the row says.
    fn status_at(&self, expires_at: Instant, now: Instant) -> MembershipStatus {
        match self.status {
            Some(MembershipStatus::Cancelled) => MembershipStatus::Cancelled,
            Some(MembershipStatus::Expired) => MembershipStatus::Expired,
            Some(MembershipStatus::Active) | None if is_over(expires_at, now) => MembershipStatus::Expired,
            Some(MembershipStatus::Active) | None => MembershipStatus::Active,
        }
    }

    /// Whether it would be the one membership that its customer has.
    pub fn is_active_at(&self, now: Instant) -> bool {
        term(self.start_date, self.validity_days.as_u32())
            .is_some_and(|(_, expires_at)| self.status_at(expires_at, now) == MembershipStatus::Active)
    }
}

impl Memberships<'_> {
    /// Writes a new one. A lost race for its number, its external id or the place of the active one is for the caller to
    /// decide again.
    pub async fn write_imported(
        &self,
        caller: &Caller,
        request: &ImportMembershipRequest,
        terms: ImportTerms<'_>,
    ) -> Result<Membership, Failure<MembershipError>> {
        let (salon, act) = (self.0, &caller.act);
        let today = act.at.ist_date();
        let Some((starts_at, expires_at)) = term(request.start_date, request.validity_days.as_u32()) else {
            let problems = Problems::of("validityDays", "must end within the calendar");
            return Err(MembershipError::Invalid(problems).into());
        };
        let drawn = || draw_number(&salon.settings.membership_prefix, today, &terms.branch.number, &salon.random);
        let number = request.membership_number.as_deref().map_or_else(drawn, str::to_owned);
        let membership = Membership {
            id: salon.random.id(),
            number,
            branch_id: terms.branch.id.clone(),
            customer_id: terms.customer.id.clone(),
            customer_name: terms.customer.name.clone(),
            customer_email: terms.customer.email.clone(),
            tier_id: terms.tier.id.clone(),
            tier_name: request.tier_name.to_string(),
            total_hours: request.hours_minutes,
            used_hours: request.used(),
            price_paid: request.price_paise,
            taxable: None,
            payment_method: request.payment_method.unwrap_or(PaymentMethod::Cash),
            starts_at,
            expires_at,
            status: request.status_at(expires_at, act.at),
            created_by: caller.user.id.clone(),
            invoice_id: None,
            notes: request.notes.as_deref().map(str::to_owned),
            imported: Some(ImportedFrom { external_id: request.external_id.to_string(), used: request.used() }),
            created_at: act.at,
            updated_at: act.at,
        };
        let mut transaction = salon.transaction(act);
        transaction.check(User::KIND, terms.customer.key(), Condition::Version(terms.customer.version));
        transaction.create(&membership);
        if membership.is_active() {
            transaction.create(&ActiveMembership::of(&membership));
            transaction.enqueue(notice_of(&membership));
        }
        transaction.create(&UniqueValue::held_by(&membership.id, Unique::MembershipNumber, membership.number.clone()));
        let external_id = &*request.external_id;
        transaction.create(&UniqueValue::held_by(&membership.id, Unique::MembershipExternalId, external_id));
        if terms.is_new_month {
            MonthIndex::of(salon, MonthlyList::Memberships).add(&mut transaction, today.calendar_month());
        }
        transaction.audit(
            EventType::MembershipImported,
            Membership::KIND,
            membership.id.as_str(),
            json!({
                "tierId": membership.tier_id, "pricePaise": membership.price_paid,
                "hoursMinutes": membership.total_hours, "usedMinutes": membership.used_hours,
                "status": membership.status,
            }),
        );
        transaction.commit().await?;
        Ok(membership)
    }

    pub async fn write_correction(
        &self,
        caller: &Caller,
        read: &Stored<Membership>,
        after: &Membership,
    ) -> Result<(), Failure<MembershipError>> {
        let mut transaction = self.0.transaction(&caller.act);
        transaction.replace(read, after);
        if after.expires_at != read.expires_at {
            transaction.enqueue(notice_of(after));
        }
        let changes = changed_fields(&read.record, after);
        transaction.audit(EventType::MembershipCorrected, Membership::KIND, after.id.as_str(), changes);
        Ok(transaction.commit().await?)
    }
}

/// Their owners learn that it has ended when it has.
fn notice_of(membership: &Membership) -> OutboxMessage {
    let (id, expires_at) = (membership.id.clone(), membership.expires_at);
    let notice = Task::MembershipExpiredNotice { membership_id: id, expires_at: Some(expires_at) };
    OutboxMessage::new(notice, expires_at.plus(TimeDelta::hours(1)))
}
