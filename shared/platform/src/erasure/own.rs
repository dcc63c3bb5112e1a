//! Records under the customer's own id: visits are kept without them, everything else is deleted.

use std::collections::BTreeSet;
use std::convert::Infallible;

use serde_dynamo::AttributeValue;

use super::{EraseError, Erasures};
use crate::notifications::Subscription;
use parlour_booking::bookings::Booking;
use parlour_booking::waitlist::{CustomerWishes, Waitlist};
use parlour_money::checkout::Bill;
use parlour_money::memberships::Membership;
use parlour_storage::act::Act;
use parlour_storage::at_once;
use parlour_storage::failure::{Failure, Setback};
use parlour_storage::table::{AtomicWrite, Condition, Key, Partition, Record as _, keys};
use parlour_values::id::{BookingId, LeadId, MembershipId, RepeatId, UserId};

/// Records that are looked at in one call, and deleted in one transaction.
const TOGETHER: usize = 50;

/// Records that have no use without them.
const DELETED: [&str; 8] = [
    keys::SESSION_PREFIX,
    keys::PUSH_PREFIX,
    keys::CALENDAR_PREFIX,
    keys::NOTE_PREFIX,
    keys::CONSENT_PREFIX,
    keys::CUSTOMER_TAG_PREFIX,
    keys::NOTIFICATION_PREFIX,
    keys::UNREAD_PREFIX,
];

/// The leads and repeats that the visits led to.
#[derive(Default)]
pub(super) struct Led {
    pub leads: BTreeSet<LeadId>,
    pub repeats: BTreeSet<RepeatId>,
}

impl Erasures<'_> {
    /// Every booking and membership, page by page.
    pub(super) async fn erase_visits(&self, id: &UserId) -> Result<Led, EraseError> {
        let own = |prefix: &str| Partition::of(keys::user_partition(id)).starting(prefix).at_most(TOGETHER);
        let mut led = Led::default();
        let mut bookings = self.0.table.pages::<Booking>(own(keys::BOOKING_PREFIX));
        while let Some(page) = bookings.next().await? {
            led.leads.extend(page.iter().filter_map(|booking| booking.lead_id.clone()));
            led.repeats.extend(page.iter().filter_map(|booking| booking.repeat_id.clone()));
            let erased = page.iter().map(|booking| self.erase_booking(id, &booking.id));
            at_once::try_all(erased).await?;
        }
        let (mut first, end) = (keys::MEMBERSHIP_PREFIX.to_owned(), format!("{}~", keys::MEMBERSHIP_PREFIX));
        loop {
            let some = Partition::of(keys::user_partition(id)).between(&first, &end).at_most(TOGETHER);
            let page = self.0.table.query_items(some).await?;
            let Some(last) = page.keys().last() else { return Ok(led) };
            // Behind it, and before its sessions.
            first = format!("{} ", last.sk);
            let memberships = page.keys().filter(|key| !keys::is_membership_session(key));
            let ids = memberships.filter_map(|key| key.sk.strip_prefix(keys::MEMBERSHIP_PREFIX));
            let ids: Vec<MembershipId> = ids.map(MembershipId::from).collect();
            at_once::try_all(ids.iter().map(|membership| self.erase_membership(id, membership))).await?;
        }
    }

    async fn erase_booking(&self, customer: &UserId, id: &BookingId) -> Result<(), Setback> {
        Ok(self.0.retry_on_conflict(|| self.write_booking(customer, id)).await?)
    }

    async fn write_booking(&self, customer: &UserId, id: &BookingId) -> Result<(), Failure<Infallible>> {
        let (booking, bill) = (keys::booking(id), keys::bill(id));
        let mut found = self.0.table.get_many([booking.clone(), bill.clone()]).await?;
        let read = found.take::<Booking>(&booking)?.filter(|booking| booking.customer_id == *customer);
        let mut write = AtomicWrite::new(&self.0.random);
        if let Some(read) = read {
            let erased = read.erased();
            if erased != read.record {
                write.changes.replace(&read, &erased);
            }
        }
        if let Some(bill) = found.take::<Bill>(&bill)? {
            write.changes.remove(&bill);
        }
        Ok(write.commit(&self.0.table).await.map_err(Setback::from)?)
    }

    async fn erase_membership(&self, customer: &UserId, id: &MembershipId) -> Result<(), Setback> {
        let written = || async move {
            let read = self.0.table.get::<Membership>(&keys::membership(id)).await?;
            let read = read.filter(|membership| membership.customer_id == *customer);
            let Some(read) = read else { return Ok(()) };
            let erased = read.erased();
            if erased == read.record {
                return Ok(());
            }
            let mut write = AtomicWrite::new(&self.0.random);
            write.changes.replace(&read, &erased);
            if let Some(key) = read.external_key() {
                write.changes.delete("external_id", key, Condition::Any);
            }
            Ok::<(), Failure<Infallible>>(write.commit(&self.0.table).await.map_err(Setback::from)?)
        };
        Ok(self.0.retry_on_conflict(written).await?)
    }

    /// Their wishes on the waitlist end; time that is held for them is given back.
    pub(super) async fn end_wishes(&self, act: &Act, id: &UserId) -> Result<(), EraseError> {
        let key = keys::customer_wishes(id);
        let Some(list) = self.0.table.get::<CustomerWishes>(&key).await? else { return Ok(()) };
        for wish in &list.ids {
            match Waitlist::of(self.0).end(act, wish).await {
                // One that is gone or was answered needs no end.
                Ok(()) | Err(Failure::Refused(_)) => self.0.table.forget(&keys::wish(wish)).await?,
                Err(Failure::Setback(setback)) => return Err(setback.into()),
            }
        }
        Ok(self.0.table.forget(&key).await?)
    }

    /// Deletes what has no use without them, some at a time.
    pub(super) async fn erase_own(&self, id: &UserId) -> Result<(), EraseError> {
        self.end_subscriptions(id).await?;
        for prefix in DELETED {
            self.delete_all(Partition::of(keys::user_partition(id)).starting(prefix)).await?;
        }
        let single = [keys::customer_card(id), keys::open_requests(id), keys::pin(id), keys::unlinked(id)];
        self.delete(single.into()).await
    }

    /// A browser that somebody else has subscribed since is theirs.
    async fn end_subscriptions(&self, id: &UserId) -> Result<(), EraseError> {
        let own = Partition::of(keys::user_partition(id)).starting(keys::PUSH_PREFIX);
        for subscription in self.0.table.query::<Subscription>(own).await? {
            let mut write = AtomicWrite::new(&self.0.random);
            let still_own = Condition::Equals("user_id", AttributeValue::S(id.to_string()));
            write.changes.delete(Subscription::KIND, subscription.key(), still_own);
            match write.commit(&self.0.table).await.map_err(Setback::from) {
                Err(setback) if !setback.has_lost() => return Err(setback.into()),
                _ => {}
            }
        }
        Ok(())
    }

    /// Deletes everything that a query of the table itself finds.
    pub(super) async fn delete_all(&self, query: Partition) -> Result<(), EraseError> {
        loop {
            let found = self.0.table.query_items(query.clone().at_most(TOGETHER)).await?;
            if found.is_empty() {
                return Ok(());
            }
            self.delete(found.keys().cloned().collect()).await?;
        }
    }

    pub(super) async fn delete(&self, gone: Vec<Key>) -> Result<(), EraseError> {
        for some in gone.chunks(TOGETHER) {
            let mut write = AtomicWrite::new(&self.0.random);
            for key in some {
                write.changes.delete("erased", key.clone(), Condition::Any);
            }
            write.commit(&self.0.table).await.map_err(Setback::from)?;
        }
        Ok(())
    }
}
