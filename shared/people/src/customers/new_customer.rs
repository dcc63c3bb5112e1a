//! A customer whom the desk writes down: somebody without an account, known by their phone.

use super::{BookableCustomer, CustomerStanding, Profile, SuspendedCustomer, save_profile};
use crate::auth::User;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Found, Key, Stored, Table, TableError, UniqueValue, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::contact::Phone;
use parlour_values::id::{Random, UserId};
use parlour_values::role::Role;
use parlour_values::time::Instant;

/// The holders of a phone: the one who signed up with it, and the one whom the desk wrote down with it.
#[derive(Clone, Debug)]
pub struct PhoneHolders {
    pub signed_up: Option<Stored<UniqueValue>>,
    pub written_down: Option<Stored<UniqueValue>>,
}

impl PhoneHolders {
    /// The keys that must be read to know.
    pub fn keys(phone: &Phone) -> [Key; 2] {
        [Unique::Phone, Unique::WalkinPhone].map(|it| keys::unique_value(it, phone.as_str()))
    }

    pub fn among(found: &mut Found, phone: &Phone) -> Result<Self, TableError> {
        let [signed_up, written_down] = Self::keys(phone);
        Ok(Self { signed_up: found.take(&signed_up)?, written_down: found.take(&written_down)? })
    }

    /// Those of them who are customers.
    pub async fn customers(&self, table: &Table) -> Result<PhoneCustomers, TableError> {
        let taken = self.signed_up.iter().chain(&self.written_down);
        let ids: Vec<UserId> = taken.map(|taken| UserId::from(taken.holder.clone())).collect();
        let mut found = table.get_many(ids.iter().flat_map(BookableCustomer::keys)).await?;
        let mut customers = PhoneCustomers::default();
        for id in &ids {
            match CustomerStanding::among(&mut found, id)? {
                CustomerStanding::Bookable(customer) => customers.bookable.push(customer),
                CustomerStanding::Suspended(customer) => customers.suspended.push(customer),
                CustomerStanding::Nobody => {}
            }
        }
        Ok(customers)
    }
}

/// The customers who have a phone.
#[derive(Clone, Debug, Default)]
pub struct PhoneCustomers {
    pub bookable: Vec<BookableCustomer>,
    pub suspended: Vec<SuspendedCustomer>,
}

#[derive(Clone, Debug)]
pub struct NewCustomer {
    pub user: User,
    pub profile: Profile,
    /// Whoever the desk wrote down with this phone before: somebody else, or no customer any more. From now on the phone
    /// leads to the new customer.
    pub(super) left: Option<Stored<UniqueValue>>,
}

impl NewCustomer {
    pub fn new(random: &Random, now: Instant, name: &str, phone: &Phone, left: Option<Stored<UniqueValue>>) -> Self {
        let user = User::new(random.id(), name.to_owned(), String::new(), Role::Customer, now);
        let bare = Profile::bare(random.id(), user.id.clone(), now);
        let profile = Profile { phone: Some(phone.clone()), ..bare };
        Self { user, profile, left }
    }

    /// Writes user, profile, directory row and phone.
    pub fn write(&self, transaction: &mut Transaction<'_>) {
        transaction.create(&self.user);
        save_profile(transaction, &self.user, None, &self.profile);
        if let Some(phone) = &self.profile.phone {
            let held = UniqueValue::held_by(&self.user.id, Unique::WalkinPhone, phone.as_str());
            transaction.save(self.left.as_ref(), &held);
        }
    }
}
