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
        let [user, row] = Self::keys(id);
        let is_merged = found.take::<DirectoryRow>(&row)?.is_some_and(|row| row.merged_into.is_some());
        let user = found.take::<User>(&user)?;
        Ok(user
            .filter(|user| user.role == Role::Customer && user.is_active && !is_merged)
            .map(|user| Self(Box::new(user))))
    }

    /// They must still be one when the unit is written; a merge begins by changing the user.
    pub fn check(&self, changes: &mut Changes) {
        changes.check(User::KIND, self.0.key(), Condition::Version(self.0.version));
    }
}
