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
use parlour_storage::table::{Found, Stored, TableError, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::gems::Gems;

pub(super) struct AffectedRecords {
    customer: Option<Stored<User>>,
    pub gems: Option<Stored<GemsAccount>>,
    profile: Option<Stored<Profile>>,
    pub offer_day: Option<Stored<OfferDay>>,
    pub membership: Option<Stored<Membership>>,
    pub booking: Option<Stored<Booking>>,
}

impl Billing<'_> {
    pub(super) async fn affected(&self, invoice: &Invoice) -> Result<AffectedRecords, TableError> {
        let customer = &invoice.customer_id;
        let offer_day = keys::offer_day(customer, invoice.day());
        let membership = invoice.membership_id.as_ref().map(keys::membership);
        let booking = invoice.booking_id.as_ref().map(keys::booking);
        let own = [keys::user(customer), keys::gems(customer), keys::profile(customer), offer_day.clone()];
        let wanted = own.into_iter().chain(membership.clone()).chain(booking.clone());
        let mut found: Found = self.0.table.get_many(wanted).await?;
        Ok(AffectedRecords {
            customer: found.take(&keys::user(customer))?,
            gems: found.take(&keys::gems(customer))?,
            profile: found.take(&keys::profile(customer))?,
            offer_day: found.take(&offer_day)?,
            membership: membership.map(|key| found.take(&key)).transpose()?.flatten(),
            booking: booking.map(|key| found.take(&key)).transpose()?.flatten(),
        })
    }
}

impl AffectedRecords {
    /// Changes the customer's profile, if there is one, and their row of the directory with it.
    pub fn change_profile(
        &self,
        transaction: &mut Transaction<'_>,
        act: &Act,
        invoice: &Invoice,
        balance: Option<Gems>,
        edit: impl FnOnce(&mut Profile),
    ) {
        let mut change = DirectoryChange::of(&invoice.customer_id);
        if let Some(customer) = &self.customer {
            change = change.person(customer);
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
