//! Customers that something can be booked for or sold to: active, whose history has not become somebody else's.

use std::ops::Deref;

use super::directory::DirectoryRow;
use crate::auth::User;
use parlour_storage::table::{Changes, Condition, Found, Key, Record as _, Stored, TableError, keys};
use parlour_values::id::UserId;
use parlour_values::role::Role;

#[derive(Clone, Debug)]
pub struct BookableCustomer(Box<Stored<User>>);

impl Deref for BookableCustomer {
    type Target = User;

    fn deref(&self) -> &User {
        &self.0.record
    }
}

impl BookableCustomer {
    /// The keys that must be read to know.
    pub fn keys(id: &UserId) -> [Key; 2] {
        [keys::user(id), keys::directory_row(id)]
    }

    /// The person of this id among what was read, if they are such a customer.
    pub fn among(found: &mut Found, id: &UserId) -> Result<Option<Self>, TableError> {
        Ok(match CustomerStanding::among(found, id)? {
            CustomerStanding::Bookable(customer) => Some(customer),
            CustomerStanding::Suspended(_) | CustomerStanding::Nobody => None,
        })
    }

    /// They must still be one when the unit is written; a merge begins by changing the user.
    pub fn check(&self, changes: &mut Changes) {
        changes.check(User::KIND, self.0.key(), Condition::Version(self.0.version));
    }
}

/// A customer whom the owner has suspended. They are still who they were: nobody else is written down in their place, unless
/// the desk says that it is somebody else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuspendedCustomer {
    pub id: UserId,
    pub first_name: String,
}

/// How the salon stands to the person of an id.
#[derive(Clone, Debug)]
pub enum CustomerStanding {
    Bookable(BookableCustomer),
    Suspended(SuspendedCustomer),
    Nobody,
}

impl CustomerStanding {
    /// With what was read by [`BookableCustomer::keys`].
    pub fn among(found: &mut Found, id: &UserId) -> Result<Self, TableError> {
        let [user, row] = BookableCustomer::keys(id);
        let is_merged = found.take::<DirectoryRow>(&row)?.is_some_and(|row| row.merged_into.is_some());
        let user = found.take::<User>(&user)?;
        Ok(match user.filter(|user| user.role == Role::Customer && !user.is_erased() && !is_merged) {
            Some(user) if user.is_active => Self::Bookable(BookableCustomer(Box::new(user))),
            Some(user) => {
                Self::Suspended(SuspendedCustomer { id: user.id.clone(), first_name: user.first_name().to_owned() })
            }
            None => Self::Nobody,
        })
    }
}
