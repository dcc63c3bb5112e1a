//! The records that an invoice changed, for whoever takes it back in whole or in part.

use super::Billing;
use crate::checkout::OfferDay;
use crate::gems::GemsAccount;
use crate::invoices::Invoice;
use crate::memberships::Membership;
use parlour_booking::bookings::Booking;
use parlour_people::auth::User;
use parlour_people::customers::directory::DirectoryChange;
use parlour_people::customers::{Profile, save_profile_among};
use parlour_storage::act::Act;
use parlour_storage::table::{Found, Key, Record, Stored, TableError, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::gems::Gems;

/// The invoice's customer; nothing of somebody unknown.
pub(super) struct AffectedCustomer {
    user: Option<Stored<User>>,
    profile: Option<Stored<Profile>>,
}

pub(super) struct AffectedRecords {
    pub customer: AffectedCustomer,
    pub gems: Option<Stored<GemsAccount>>,
    pub offer_day: Option<Stored<OfferDay>>,
    pub membership: Option<Stored<Membership>>,
    pub booking: Option<Stored<Booking>>,
}

impl Billing<'_> {
    pub(super) async fn affected(&self, invoice: &Invoice) -> Result<AffectedRecords, TableError> {
        let customer = invoice.customer_id.as_ref();
        let own = customer.map(|id| OwnKeys {
            user: keys::user(id),
            gems: keys::gems(id),
            profile: keys::profile(id),
            offer_day: keys::offer_day(id, invoice.day()),
        });
        let membership = invoice.membership_id.as_ref().map(keys::membership);
        let booking = invoice.booking_id.as_ref().map(keys::booking);
        let wanted = own.iter().flat_map(OwnKeys::all).chain(membership.clone()).chain(booking.clone());
        let mut found: Found = self.0.table.get_many(wanted).await?;
        let (user, gems, profile, offer_day) = match own {
            Some(own) => (Some(own.user), Some(own.gems), Some(own.profile), Some(own.offer_day)),
            None => (None, None, None, None),
        };
        Ok(AffectedRecords {
            customer: AffectedCustomer { user: taken(&mut found, user)?, profile: taken(&mut found, profile)? },
            gems: taken(&mut found, gems)?,
            offer_day: taken(&mut found, offer_day)?,
            membership: taken(&mut found, membership)?,
            booking: taken(&mut found, booking)?,
        })
    }

    pub(super) async fn affected_customer(&self, invoice: &Invoice) -> Result<AffectedCustomer, TableError> {
        let own = invoice.customer_id.as_ref().map(|id| (keys::user(id), keys::profile(id)));
        let Some((user, profile)) = own else { return Ok(AffectedCustomer { user: None, profile: None }) };
        let mut found = self.0.table.get_many([user.clone(), profile.clone()]).await?;
        Ok(AffectedCustomer { user: found.take(&user)?, profile: found.take(&profile)? })
    }
}

/// The keys of the records of the invoice's customer.
struct OwnKeys {
    user: Key,
    gems: Key,
    profile: Key,
    offer_day: Key,
}

impl OwnKeys {
    fn all(&self) -> [Key; 4] {
        [self.user.clone(), self.gems.clone(), self.profile.clone(), self.offer_day.clone()]
    }
}

fn taken<R: Record>(found: &mut Found, key: Option<Key>) -> Result<Option<Stored<R>>, TableError> {
    key.map_or(Ok(None), |key| found.take(&key))
}

impl AffectedCustomer {
    /// Changes the customer's profile, if there is one, and their row of the directory with it.
    pub fn change_profile(
        &self,
        transaction: &mut Transaction<'_>,
        act: &Act,
        invoice: &Invoice,
        balance: Option<Gems>,
        edit: impl FnOnce(&mut Profile),
    ) {
        let Some(customer) = &invoice.customer_id else { return };
        let mut change = DirectoryChange::of(customer);
        if let Some(person) = &self.user {
            change = change.person(person);
        }
        if let Some(balance) = balance {
            change = change.gems(balance);
        }
        if let Some(read) = &self.profile {
            let mut profile = Profile { updated_at: act.at, ..read.record.clone() };
            edit(&mut profile);
            save_profile_among(transaction, change, Some(read), &profile);
        } else {
            change.write(transaction);
        }
    }
}
