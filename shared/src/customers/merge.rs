//! A walk-in turns out to be somebody the salon knows: their history becomes that customer's.
//!
//! What moves: bookings (with their copies and membership sessions), the invoices and credit notes of those, memberships
//! with the one active place, notes, tags, gems with every lot's own expiry, the offer had today, and what the visits
//! added up to. What is printed on an invoice stays as it was printed; messages sent to the walk-in stay where they are.
//!
//! Each step is one transaction that finds out itself what is left to do, so a merge that was cut off is simply asked
//! for again. The last step ends the walk-in: totals are added, the profile goes, the row leaves the directory.

use serde_json::json;

use super::directory::{Change, Customers, DirectoryRow};
use super::{CustomerDetail, CustomerError, CustomerNote, MergeRequest, Profile, TagAssignment, save_profile};
use crate::acts::{Act, Writing};
use crate::auth::{Role, User};
use crate::bookings::Booking;
use crate::checkout::OfferDay;
use crate::gems::{GemTransaction, GemsAccount};
use crate::id::{BookingId, InvoiceId, MembershipId, UserId};
use crate::invoices::{CreditNote, Invoice};
use crate::memberships::{ActiveMembership, Membership};
use crate::table::keys::Unique;
use crate::table::{Condition, Found, Partition, Record, Stored, TableError, Taken, keys};

/// Small records that move together; two actions each, well within one transaction.
const TOGETHER: usize = 40;

/// Somebody the desk wrote down, who never signed in.
fn is_walk_in(user: &User) -> bool {
    user.role == Role::Customer && user.email.is_empty()
}

/// The totals of both, as one person's.
fn joined(profile: &Profile, guest: &Profile, act: &Act) -> Profile {
    Profile {
        first_visit_at: profile.first_visit_at.into_iter().chain(guest.first_visit_at).min(),
        last_visit_at: profile.last_visit_at.max(guest.last_visit_at),
        total_visits: profile.total_visits.saturating_add(guest.total_visits),
        total_spent: profile.total_spent.plus(guest.total_spent),
        noshow_count: profile.noshow_count.saturating_add(guest.noshow_count),
        late_cancellation_count: profile.late_cancellation_count.saturating_add(guest.late_cancellation_count),
        booking_requires_approval: profile.booking_requires_approval || guest.booking_requires_approval,
        updated_at: act.at,
        ..profile.clone()
    }
}

/// The record as it is now, and none of the copies it had under its former owner.
fn move_record<R: Record>(unit: &mut Writing<'_>, read: &Stored<R>, record: &R) {
    unit.replace(read, record);
    let kept = record.copies();
    for copy in read.copies().into_iter().filter(|copy| !kept.contains(copy)) {
        unit.delete(R::KIND, copy, Condition::Any);
    }
}

impl Customers<'_> {
    pub async fn merge(&self, act: &Act, id: &UserId, request: &MergeRequest) -> Result<CustomerDetail, CustomerError> {
        let from = &request.from_id;
        let (user, _) = self.person(id).await?.ok_or(CustomerError::Unknown)?;
        let (guest_key, row_key) = (keys::user(from), keys::directory_row(from));
        let mut found = self.0.table.get_many([guest_key.clone(), row_key.clone()]).await?;
        let guest: Stored<User> = found.take(&guest_key)?.ok_or(CustomerError::MergesUnknown)?;
        let merged_into = found.take::<DirectoryRow>(&row_key)?.and_then(|row| row.record.merged_into);
        if from == id || !is_walk_in(&guest) || merged_into.is_some_and(|other| other != *id) {
            return Err(CustomerError::NotAWalkIn);
        }
        let held = self.0.table.query_items(Partition::of(keys::user_partition(from))).await?;
        self.refuse_two_memberships(id, from, &held).await?;

        for booking in ids_behind::<BookingId>(&held, keys::BOOKING_PREFIX) {
            self.0.settle(|| self.move_booking(act, &user, from, &booking)).await?;
        }
        for membership in ids_behind::<MembershipId>(&held, keys::MEMBERSHIP_PREFIX) {
            self.0.settle(|| self.move_membership(act, &user, from, &membership)).await?;
        }
        let notes = held.starting::<CustomerNote>(keys::NOTE_PREFIX)?;
        self.move_own(act, id, notes, |note, customer_id| CustomerNote { customer_id, ..note.clone() }).await?;
        self.move_tags(act, id, from, &held).await?;
        let gems = held.starting::<GemTransaction>(keys::GEM_PREFIX)?;
        self.move_own(act, id, gems, |line, user_id| GemTransaction { user_id, ..line.clone() }).await?;
        let offers = held.starting::<OfferDay>(keys::OFFER_DAY_PREFIX)?;
        self.move_own(act, id, offers, |day, customer_id| OfferDay { customer_id, ..day.clone() }).await?;
        self.0.settle(|| self.end_walk_in(act, id, from)).await?;
        self.detail(id).await
    }

    async fn refuse_two_memberships(&self, id: &UserId, from: &UserId, held: &Found) -> Result<(), CustomerError> {
        let guest_is_member = held.keys().any(|key| *key == keys::active_membership(from));
        if !guest_is_member {
            return Ok(());
        }
        match self.0.table.get::<ActiveMembership>(&keys::active_membership(id)).await? {
            Some(_) => Err(CustomerError::BothAreMembers),
            None => Ok(()),
        }
    }

    async fn move_booking(&self, act: &Act, user: &User, from: &UserId, id: &BookingId) -> Result<(), CustomerError> {
        let Some(read) = self.0.table.get::<Booking>(&keys::booking(id)).await?.filter(|it| it.customer_id == *from)
        else {
            return Ok(());
        };
        let booking = Booking {
            customer_id: user.id.clone(),
            customer_name: user.name.clone(),
            customer_email: user.email.clone(),
            updated_at: act.at,
            ..read.record.clone()
        };
        let mut unit = self.0.write(act);
        move_record(&mut unit, &read, &booking);
        if let Some(invoice) = &booking.invoice_id {
            self.move_invoice(act, &mut unit, user, from, invoice).await?;
        }
        unit.audit("customer.merge", Booking::KIND, id.as_str(), json!({ "from": from, "into": user.id }));
        Ok(unit.commit().await?)
    }

    /// An invoice and its credit notes; the buyer as printed stays.
    async fn move_invoice(
        &self,
        act: &Act,
        unit: &mut Writing<'_>,
        user: &User,
        from: &UserId,
        id: &InvoiceId,
    ) -> Result<(), TableError> {
        let credits = Partition::of(keys::invoice_partition(id)).starting(keys::CREDIT_PREFIX);
        let invoice_key = keys::invoice(id);
        let (read, credits) =
            tokio::try_join!(self.0.table.get::<Invoice>(&invoice_key), self.0.table.query::<CreditNote>(credits))?;
        if let Some(read) = read.filter(|invoice| invoice.customer_id == *from) {
            let invoice = Invoice { customer_id: user.id.clone(), updated_at: act.at, ..read.record.clone() };
            move_record(unit, &read, &invoice);
        }
        for read in credits.iter().filter(|credit| credit.customer_id == *from) {
            unit.replace(read, &CreditNote { customer_id: user.id.clone(), ..read.record.clone() });
        }
        Ok(())
    }

    async fn move_membership(
        &self,
        act: &Act,
        user: &User,
        from: &UserId,
        id: &MembershipId,
    ) -> Result<(), CustomerError> {
        let read = self.0.table.get::<Membership>(&keys::membership(id)).await?;
        let Some(read) = read.filter(|membership| membership.customer_id == *from) else { return Ok(()) };
        let membership = Membership {
            customer_id: user.id.clone(),
            customer_name: user.name.clone(),
            customer_email: user.email.clone(),
            updated_at: act.at,
            ..read.record.clone()
        };
        let mut unit = self.0.write(act);
        move_record(&mut unit, &read, &membership);
        if membership.is_active() {
            unit.delete("former_member", keys::active_membership(from), Condition::Any);
            unit.create(&ActiveMembership::of(&membership));
        }
        self.move_invoice(act, &mut unit, user, from, &membership.invoice_id).await?;
        unit.audit("customer.merge", Membership::KIND, id.as_str(), json!({ "from": from, "into": user.id }));
        match unit.commit().await {
            Err(setback) if setback.lost_at(ActiveMembership::KIND) => Err(CustomerError::BothAreMembers),
            committed => Ok(committed?),
        }
    }

    /// Records that only name whose they are, from the walk-in's partition to the customer's.
    async fn move_own<R: Record + Send + Sync>(
        &self,
        act: &Act,
        id: &UserId,
        held: Vec<Stored<R>>,
        owned: fn(&R, UserId) -> R,
    ) -> Result<(), CustomerError> {
        for records in held.chunks(TOGETHER) {
            let mut unit = self.0.write(act);
            for read in records {
                unit.delete(R::KIND, read.key(), Condition::Any);
                unit.put(&owned(read, id.clone()));
            }
            unit.audit("customer.merge", R::KIND, id.as_str(), json!({ "moved": records.len() }));
            unit.commit().await?;
        }
        Ok(())
    }

    /// Who already has a tag keeps it as it was given.
    async fn move_tags(&self, act: &Act, id: &UserId, from: &UserId, held: &Found) -> Result<(), CustomerError> {
        for tags in held.starting::<TagAssignment>(keys::CUSTOMER_TAG_PREFIX)?.chunks(TOGETHER) {
            let theirs = tags.iter().map(|tag| keys::customer_tag(id, &tag.tag_id));
            let has = self.0.table.get_many(theirs).await?;
            let mut unit = self.0.write(act);
            for tag in tags {
                unit.delete("former_tag", tag.key(), Condition::Any);
                let assignment = TagAssignment { customer_id: id.clone(), ..tag.record.clone() };
                if !has.keys().any(|key| *key == assignment.key()) {
                    unit.put(&assignment);
                }
                Change::of(from).untagged(&tag.tag_id).write(&mut unit);
                Change::of(id).tagged(&tag.tag_id).write(&mut unit);
            }
            unit.audit("customer.merge", TagAssignment::KIND, id.as_str(), json!({ "tags": tags.len() }));
            unit.commit().await?;
        }
        Ok(())
    }

    /// Totals and gems become the customer's, and the walk-in ends, together: it happens once or not at all.
    async fn end_walk_in(&self, act: &Act, id: &UserId, from: &UserId) -> Result<(), CustomerError> {
        let wanted = [keys::user(from), keys::profile(from), keys::gems(from), keys::gems(id)];
        let [guest_key, guest_profile, guest_gems, own_gems] = wanted.clone();
        let (person, found) = tokio::try_join!(self.person(id), self.0.table.get_many(wanted))?;
        let (user, read) = person.ok_or(CustomerError::Unknown)?;
        let mut found = found;
        let guest: Option<Stored<User>> = found.take(&guest_key)?;
        let (Some(guest), Some(ended)) = (guest, found.take::<Profile>(&guest_profile)?) else { return Ok(()) };
        let (gems, own): (Option<Stored<GemsAccount>>, Option<Stored<GemsAccount>>) =
            (found.take(&guest_gems)?, found.take(&own_gems)?);

        let mut unit = self.0.write(act);
        save_profile(&mut unit, &user, Some(&read), &joined(&read, &ended, act));
        unit.remove(&ended);
        unit.replace(&guest, &User { is_active: false, updated_at: act.at, ..guest.record.clone() });
        if let Some(gems) = gems {
            let mut account =
                own.as_ref().map_or_else(|| GemsAccount::opened(id.clone(), act.at), |account| account.record.clone());
            account.account.absorb(&gems.account);
            account.updated_at = act.at;
            unit.save(own.as_ref(), &account);
            unit.remove(&gems);
            Change::of(id).gems(account.account.balance()).write(&mut unit);
        }
        if let Some(phone) = &ended.phone {
            let guard = self.0.table.get::<Taken>(&keys::taken(Unique::WalkinPhone, phone.as_str())).await?;
            if let Some(guard) = guard.filter(|guard| guard.holder == from.as_str()) {
                unit.remove(&guard);
            }
        }
        Change::of(from).merged_into(id).write(&mut unit);
        unit.audit("customer.merge", Profile::KIND, id.as_str(), json!({ "from": from }));
        Ok(unit.commit().await?)
    }
}

/// The ids that stand right behind this prefix in the sort keys; longer keys are something else.
fn ids_behind<T: From<String>>(held: &Found, prefix: &str) -> Vec<T> {
    held.keys()
        .filter_map(|key| key.sk.strip_prefix(prefix))
        .filter(|rest| !rest.contains('#'))
        .map(|rest| T::from(rest.to_owned()))
        .collect()
}
