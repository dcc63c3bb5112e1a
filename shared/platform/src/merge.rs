//! Merges a walk-in into a customer the salon knows: the walk-in's history becomes the customer's.
//!
//! What moves: bookings (with their copies, membership sessions and the repeats they are of), the invoices and credit notes
//! of those, void invoices, memberships with the guard of the active one, notes, alerts, tags, the ledger of consents, gems
//! with the expiry of every lot, the offer used today, the visit totals, what is due, and what the desk knows of the walk-in
//! where nothing is known of the customer. The customer's own consents stay as their switches are. The buyer printed on an
//! invoice does not change; messages sent to the walk-in are not moved.
//!
//! The first step claims the walk-in for this customer: another merge of the same walk-in is refused, and nothing new
//! can be booked for or sold to them. Bookings and memberships move next, so that nothing earns or spends for the
//! walk-in any more. Then totals and gems are added and the walk-in's profile is deleted; the remaining records move
//! last. Each step is one transaction that reads what is left to do, so a merge that was interrupted can be requested
//! again.

use serde_json::json;

use parlour_booking::bookings::Booking;
use parlour_booking::repeats::Repeat;
use parlour_money::checkout::OfferDay;
use parlour_money::gems::{GemTransaction, GemsAccount};
use parlour_money::invoices::{CreditNote, Invoice};
use parlour_money::memberships::{ActiveMembership, Membership};
use parlour_people::auth::{Caller, FORMER_CUSTOMER, User};
use parlour_people::customers::directory::{Customers, DirectoryChange, DirectoryRow};
use parlour_people::customers::{
    ConsentEntry, CustomerCard, CustomerDetail, CustomerError, CustomerNote, EmailHolder, Erasure, MergeRequest,
    NoteKind, OpeningBalances, Profile, TagAssignment, may_change, save_profile,
};
use parlour_storage::act::Act;
use parlour_storage::events::EventType;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::salon::Salon;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Condition, Found, Partition, Record, Stored, TableError, UniqueValue, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{BookingId, InvoiceId, MembershipId, RepeatId, UserId};
use parlour_values::role::Role;

/// Small records moved in one transaction: two actions each, well below the limit.
const TOGETHER: usize = 40;

/// The label of conditions on the customer who receives the records.
const TARGET: &str = "merge_target";

/// The context of moving what remains after the walk-in's profile is deleted.
struct Rest<'a> {
    act: &'a Act,
    id: &'a UserId,
    from: &'a UserId,
    held: &'a Found,
}

/// Sets the owner of a record.
type SetOwner<'a, R> = &'a (dyn Fn(&mut R, UserId) + Send + Sync);
/// The changes that come with a record's new owner, given the record before and after.
type Also<'a, R> = &'a (dyn Fn(&mut Transaction<'_>, &R, &R) + Send + Sync);

/// A customer created by the desk, who never signed in.
fn is_walk_in(user: &User) -> bool {
    user.role == Role::Customer && !user.signs_in()
}

/// The profile with the totals of both.
fn joined(user: &User, profile: &Profile, guest: &Profile, guest_name: Option<String>, act: &Act) -> Profile {
    let mut joined = profile.clone().with_no_shows(profile.no_shows().joined(guest.no_shows()));
    joined.join_visits(guest);
    Profile {
        total_spent: profile.total_spent.plus(guest.total_spent),
        due: profile.due.plus(guest.due),
        opening: Some(OpeningBalances::joined(profile.opening.clone(), guest, guest_name, act.at)),
        late_cancellation_count: profile.late_cancellation_count.saturating_add(guest.late_cancellation_count),
        phone: profile.phone.clone().or_else(|| guest.phone.clone()),
        email: profile.email.clone().or_else(|| guest.email.clone()).filter(|_| !user.signs_in()),
        gender: profile.gender.or(guest.gender),
        date_of_birth: profile.date_of_birth.or(guest.date_of_birth),
        guardian: profile.guardian.clone().or_else(|| guest.guardian.clone()),
        preferred_staff_id: profile.preferred_staff_id.clone().or_else(|| guest.preferred_staff_id.clone()),
        gstin: profile.gstin.clone().or_else(|| guest.gstin.clone()),
        legal_name: profile.legal_name.clone().or_else(|| guest.legal_name.clone()),
        updated_at: act.at,
        ..joined
    }
}

/// Merges walk-ins into customers.
pub struct Merge<'a>(&'a Salon);

impl<'a> Merge<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}

impl Merge<'_> {
    pub async fn merge(
        &self,
        caller: &Caller,
        id: &UserId,
        request: &MergeRequest,
    ) -> Result<CustomerDetail, Failure<CustomerError>> {
        let (act, from) = (&caller.act, &request.from_id);
        let user = self.0.retry_on_conflict(|| self.claim(caller, id, from)).await?;
        self.move_visits(act, &user, from).await?;
        self.0.retry_on_conflict(|| self.end_walk_in(caller, id, from)).await?;

        let held = self.move_visits(act, &user, from).await?;
        self.move_other_invoices(act, &user, from).await?;
        let rest = Rest { act, id, from, held: &held };
        self.move_own::<CustomerNote>(&rest, keys::NOTE_PREFIX, &|note, id| note.customer_id = id, &|_, _, _| {})
            .await?;
        self.move_own::<GemTransaction>(&rest, keys::GEM_PREFIX, &|line, id| line.user_id = id, &|_, _, _| {}).await?;
        self.move_own::<OfferDay>(&rest, keys::OFFER_DAY_PREFIX, &|day, id| day.customer_id = id, &|_, _, _| {})
            .await?;
        self.move_own::<ConsentEntry>(&rest, keys::CONSENT_PREFIX, &ConsentEntry::move_to, &|_, _, _| {}).await?;
        self.move_own::<TagAssignment>(
            &rest,
            keys::CUSTOMER_TAG_PREFIX,
            &|tag, id| tag.customer_id = id,
            &|transaction, before, after| {
                DirectoryChange::of(&before.customer_id).untagged(&before.tag_id).write(transaction);
                DirectoryChange::of(&after.customer_id).tagged(&after.tag_id).write(transaction);
            },
        )
        .await?;
        Customers::of(self.0).detail(id).await
    }

    /// Claims the walk-in for this customer, or refuses.
    async fn claim(&self, caller: &Caller, id: &UserId, from: &UserId) -> Result<Stored<User>, Failure<CustomerError>> {
        let act = &caller.act;
        let wanted = [
            keys::user(from),
            keys::directory_row(from),
            keys::directory_row(id),
            keys::active_membership(from),
            keys::active_membership(id),
            keys::erasure(from),
        ];
        let [guest_key, row_key, own_row_key, ..] = wanted.clone();
        let customers = Customers::of(self.0);
        let (person, mut found) = tokio::try_join!(customers.person(id), self.0.table.get_many(wanted))?;
        let (user, _) = person.ok_or(CustomerError::Unknown)?;
        may_change(caller, &user)?;
        let guest = found.take::<User>(&guest_key)?.filter(|guest| !guest.is_erased());
        let guest: Stored<User> = guest.ok_or(CustomerError::MergesUnknown)?;
        let [row, own_row] = [found.take::<DirectoryRow>(&row_key)?, found.take(&own_row_key)?];
        if from == id || !is_walk_in(&guest) {
            return Err(CustomerError::NotAWalkIn.into());
        }
        if own_row.is_some_and(|row| row.merged_into.is_some()) {
            return Err(CustomerError::Unknown.into());
        }
        match row.and_then(|row| row.record.merged_into) {
            Some(claimed) if claimed == *id => return Ok(user),
            Some(_) => return Err(CustomerError::MergedElsewhere.into()),
            None => {}
        }
        let is_member = |id| found.keys().any(|key| *key == keys::active_membership(id));
        if is_member(from) && is_member(id) {
            return Err(CustomerError::BothAreMembers.into());
        }
        if found.keys().any(|key| *key == keys::erasure(from)) {
            return Err(CustomerError::ToBeErased.into());
        }
        let mut transaction = self.0.transaction(act);
        transaction.check(Erasure::KIND, keys::erasure(from), Condition::Absent);
        transaction.replace(&guest, &User { is_active: false, updated_at: act.at, ..guest.record.clone() });
        DirectoryChange::of(from).merged_into(id).write_unmerged(&mut transaction);
        transaction.check(TARGET, own_row_key, DirectoryRow::UNMERGED);
        transaction.audit(EventType::CustomerMerged, User::KIND, from.as_str(), json!({ "into": id }));
        transaction.commit().await?;
        Ok(user)
    }

    /// Moves every booking and membership of the walk-in; returns the keys the walk-in's partition held before.
    async fn move_visits(&self, act: &Act, user: &User, from: &UserId) -> Result<Found, Failure<CustomerError>> {
        let held = self.0.table.query_items(Partition::of(keys::user_partition(from))).await?;
        for booking in ids_behind::<BookingId>(&held, keys::BOOKING_PREFIX) {
            self.0.retry_on_conflict(|| self.move_booking(act, user, from, &booking)).await?;
        }
        for membership in ids_behind::<MembershipId>(&held, keys::MEMBERSHIP_PREFIX) {
            self.0.retry_on_conflict(|| self.move_membership(act, user, from, &membership)).await?;
        }
        Ok(held)
    }

    /// Moves the invoices that neither a booking nor a membership names: void ones, and sales of products.
    async fn move_other_invoices(&self, act: &Act, user: &User, from: &UserId) -> Result<(), Failure<CustomerError>> {
        let left = self.0.table.query::<Invoice>(Partition::g2(keys::invoices_of_customer(from))).await?;
        for left in left.iter().filter(|invoice| invoice.customer_id.as_ref() == Some(from)) {
            let moved = || async move {
                let mut transaction = self.giving(act, &user.id);
                self.move_invoice(act, &mut transaction, user, from, &left.id).await?;
                transaction.audit(
                    EventType::CustomerMerged,
                    Invoice::KIND,
                    left.id.as_str(),
                    json!({ "from": from, "into": user.id }),
                );
                given(transaction.commit().await)
            };
            self.0.retry_on_conflict(moved).await?;
        }
        Ok(())
    }

    /// Begins the transaction of a step; the customer must still have a profile when it commits.
    fn giving<'a>(&'a self, act: &'a Act, id: &UserId) -> Transaction<'a> {
        let mut transaction = self.0.transaction(act);
        transaction.check(TARGET, keys::profile(id), Condition::Present);
        transaction
    }

    async fn move_booking(
        &self,
        act: &Act,
        user: &User,
        from: &UserId,
        id: &BookingId,
    ) -> Result<(), Failure<CustomerError>> {
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
        let mut transaction = self.giving(act, &user.id);
        transaction.replace(&read, &booking);
        if let Some(invoice) = &booking.invoice_id {
            self.move_invoice(act, &mut transaction, user, from, invoice).await?;
        }
        if let Some(repeat) = &booking.repeat_id {
            self.move_repeat(act, &mut transaction, user, from, repeat).await?;
        }
        transaction.audit(
            EventType::CustomerMerged,
            Booking::KIND,
            id.as_str(),
            json!({ "from": from, "into": user.id }),
        );
        given(transaction.commit().await)
    }

    /// Moves an invoice and its credit notes; the printed buyer does not change.
    async fn move_invoice(
        &self,
        act: &Act,
        transaction: &mut Transaction<'_>,
        user: &User,
        from: &UserId,
        id: &InvoiceId,
    ) -> Result<(), TableError> {
        let credits = Partition::of(keys::invoice_partition(id)).starting(keys::CREDIT_PREFIX);
        let invoice_key = keys::invoice(id);
        let (read, credits) =
            tokio::try_join!(self.0.table.get::<Invoice>(&invoice_key), self.0.table.query::<CreditNote>(credits))?;
        if let Some(read) = read.filter(|invoice| invoice.customer_id.as_ref() == Some(from)) {
            let invoice = Invoice { customer_id: Some(user.id.clone()), updated_at: act.at, ..read.record.clone() };
            transaction.replace(&read, &invoice);
        }
        for read in credits.iter().filter(|credit| credit.customer_id.as_ref() == Some(from)) {
            transaction.replace(read, &CreditNote { customer_id: Some(user.id.clone()), ..read.record.clone() });
        }
        Ok(())
    }

    /// Moves the repeat that a booking is of: what is booked for it later is the customer's.
    async fn move_repeat(
        &self,
        act: &Act,
        transaction: &mut Transaction<'_>,
        user: &User,
        from: &UserId,
        id: &RepeatId,
    ) -> Result<(), TableError> {
        let read = self.0.table.get::<Repeat>(&keys::repeat(id)).await?;
        if let Some(read) = read.filter(|repeat| repeat.customer_id == *from) {
            let repeat = Repeat { customer_id: user.id.clone(), updated_at: act.at, ..read.record.clone() };
            transaction.replace(&read, &repeat);
        }
        Ok(())
    }

    async fn move_membership(
        &self,
        act: &Act,
        user: &User,
        from: &UserId,
        id: &MembershipId,
    ) -> Result<(), Failure<CustomerError>> {
        let read = self.0.table.get::<Membership>(&keys::membership(id)).await?;
        let Some(read) = read.filter(|membership| membership.customer_id == *from) else { return Ok(()) };
        let membership = Membership {
            customer_id: user.id.clone(),
            customer_name: user.name.clone(),
            customer_email: user.email.clone(),
            updated_at: act.at,
            ..read.record.clone()
        };
        let mut transaction = self.giving(act, &user.id);
        transaction.replace(&read, &membership);
        if membership.is_active() {
            transaction.delete("former_member", keys::active_membership(from), Condition::Any);
            transaction.create(&ActiveMembership::of(&membership));
        }
        if let Some(invoice) = &membership.invoice_id {
            self.move_invoice(act, &mut transaction, user, from, invoice).await?;
        }
        transaction.audit(
            EventType::CustomerMerged,
            Membership::KIND,
            id.as_str(),
            json!({ "from": from, "into": user.id }),
        );
        match transaction.commit().await {
            Err(setback) if setback.failed_at(ActiveMembership::KIND) => Err(CustomerError::BothAreMembers.into()),
            committed => given(committed),
        }
    }

    /// Moves records that belong to the walk-in by key only.
    async fn move_own<R: Record + Clone + Send + Sync>(
        &self,
        rest: &Rest<'_>,
        prefix: &'static str,
        own: SetOwner<'_, R>,
        also: Also<'_, R>,
    ) -> Result<(), Failure<CustomerError>> {
        if rest.held.keys().any(|key| key.sk.starts_with(prefix)) {
            while self.0.retry_on_conflict(|| self.move_some(rest, prefix, own, also)).await? {}
        }
        Ok(())
    }

    /// Moves one batch; false if none was left. Where the customer already has the same record, theirs is kept.
    async fn move_some<R: Record + Clone + Send + Sync>(
        &self,
        rest: &Rest<'_>,
        prefix: &'static str,
        own: SetOwner<'_, R>,
        also: Also<'_, R>,
    ) -> Result<bool, Failure<CustomerError>> {
        let some = Partition::of(keys::user_partition(rest.from)).starting(prefix).at_most(TOGETHER);
        let held = self.0.table.query::<R>(some).await?;
        if held.is_empty() {
            return Ok(false);
        }
        let owned: Vec<R> = held
            .iter()
            .map(|read| {
                let mut record = read.record.clone();
                own(&mut record, rest.id.clone());
                record
            })
            .collect();
        let has = self.0.table.get_many(owned.iter().map(Record::key)).await?;
        let mut transaction = self.giving(rest.act, rest.id);
        for (read, record) in held.iter().zip(&owned) {
            transaction.remove(read);
            if !has.keys().any(|key| *key == record.key()) {
                transaction.create(record);
            }
            also(&mut transaction, read, record);
        }
        transaction.audit(EventType::CustomerMerged, R::KIND, rest.id.as_str(), json!({ "moved": held.len() }));
        given(transaction.commit().await).map(|()| true)
    }

    /// Adds totals and gems to the customer and deletes the walk-in's profile in one transaction, so that they are
    /// added exactly once.
    async fn end_walk_in(&self, caller: &Caller, id: &UserId, from: &UserId) -> Result<(), Failure<CustomerError>> {
        let act = &caller.act;
        let wanted = [
            keys::user(from),
            keys::profile(from),
            keys::gems(from),
            keys::gems(id),
            keys::customer_card(from),
            keys::customer_card(id),
        ];
        let [guest_key, guest_profile, guest_gems, own_gems, guest_card, own_card] = wanted.clone();
        let customers = Customers::of(self.0);
        let (person, mut found) = tokio::try_join!(customers.person(id), self.0.table.get_many(wanted))?;
        let (user, read) = person.ok_or(CustomerError::Unknown)?;
        let Some(ended) = found.take::<Profile>(&guest_profile)? else { return Ok(()) };
        let guest: Option<Stored<User>> = found.take(&guest_key)?;
        let (gems, own): (Option<Stored<GemsAccount>>, Option<Stored<GemsAccount>>) =
            (found.take(&guest_gems)?, found.take(&own_gems)?);
        let (card, own_card): (Option<Stored<CustomerCard>>, Option<Stored<CustomerCard>>) =
            (found.take(&guest_card)?, found.take(&own_card)?);

        let mut transaction = self.0.transaction(act);
        let guest_name = guest.as_ref().map(|guest| guest.name.clone());
        let after = joined(&user, &read, &ended, guest_name, act);
        save_profile(&mut transaction, &user, Some(&read), &after);
        transaction.remove(&ended);
        // The record left of the walk-in tells nothing of the customer, who may want to be erased some day.
        if let Some(guest) = guest {
            let nobody = User { name: FORMER_CUSTOMER.to_owned(), updated_at: act.at, ..guest.record.clone() };
            transaction.replace(&guest, &nobody);
            DirectoryChange::of(from).emptied(&nobody).write(&mut transaction);
        }
        if let Some(gems) = gems {
            let mut account =
                own.as_ref().map_or_else(|| GemsAccount::opened(id.clone(), act.at), |account| account.record.clone());
            account.account.absorb(&gems.account);
            account.updated_at = act.at;
            transaction.save(own.as_ref(), &account);
            transaction.remove(&gems);
            DirectoryChange::of(id).gems(account.account.balance()).write(&mut transaction);
        }
        if let Some(card) = card {
            let own = own_card.as_deref().cloned().unwrap_or_else(|| CustomerCard::empty(id));
            let (mut joined, left) = own.joined(card.record.clone());
            if let Some(content) = left {
                let note = CustomerNote {
                    id: self.0.random.id(),
                    customer_id: id.clone(),
                    author_id: caller.user.id.clone(),
                    booking_id: None,
                    kind: NoteKind::Note,
                    pinned: true,
                    is_reply: false,
                    content,
                    created_at: act.at,
                };
                transaction.create(&note);
                joined = joined.with_note(note);
            }
            transaction.save(own_card.as_ref(), &joined);
            transaction.remove(&card);
        }
        if let Some(phone) = &ended.phone {
            let guard =
                self.0.table.get::<UniqueValue>(&keys::unique_value(Unique::WalkinPhone, phone.as_str())).await?;
            match guard.filter(|guard| guard.holder == from.as_str()) {
                // The next walk-in with this phone has to be recognised as the customer.
                Some(guard) if read.phone.is_none() => {
                    transaction.replace(&guard, &UniqueValue::held_by(id, Unique::WalkinPhone, phone.as_str()));
                }
                Some(guard) if read.phone.as_ref() == Some(phone) => transaction.remove(&guard),
                // Another phone than the customer's still leads to the walk-in: the row of an import follows them to whom
                // they became, and whoever comes with it is somebody new.
                Some(_) | None => {}
            }
        }
        if let Some(email) = &ended.email {
            let holder = EmailHolder::read(&self.0.table, email).await?;
            if holder.is(from) && after.email.as_ref() == Some(email) {
                holder.give(&mut transaction, id, email);
            } else if user.email == email.for_matching() {
                holder.give_up(&mut transaction, from);
            }
        }
        transaction.audit(EventType::CustomerMerged, Profile::KIND, id.as_str(), json!({ "from": from }));
        Ok(transaction.commit().await?)
    }
}

/// A customer whose profile was deleted meanwhile is unknown.
fn given(committed: Result<(), Setback>) -> Result<(), Failure<CustomerError>> {
    match committed {
        Err(setback) if setback.failed_at(TARGET) => Err(CustomerError::Unknown.into()),
        committed => Ok(committed?),
    }
}

/// The ids in sort keys of the form `prefix + id`; longer keys belong to other records.
fn ids_behind<T: From<String>>(held: &Found, prefix: &str) -> Vec<T> {
    held.keys()
        .filter_map(|key| key.sk.strip_prefix(prefix))
        .filter(|rest| !rest.contains('#'))
        .map(|rest| T::from(rest.to_owned()))
        .collect()
}
