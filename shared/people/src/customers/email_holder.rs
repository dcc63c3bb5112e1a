//! The person the desk wrote down with an email. Several may leave the same one, as families do: it leads to the first
//! of them, so that somebody without a phone is found again.

use super::directory::DirectoryRow;
use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Found, Key, Stored, Table, TableError, UniqueValue, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::contact::EmailAddress;
use parlour_values::id::UserId;

#[derive(Clone, Debug, Default)]
pub struct EmailHolder(Option<Stored<UniqueValue>>);

impl EmailHolder {
    /// The key that must be read to know.
    pub fn key(email: &EmailAddress) -> Key {
        keys::unique_value(Unique::WalkinEmail, &email.for_matching())
    }

    pub fn among(found: &Found, email: &EmailAddress) -> Result<Self, TableError> {
        Ok(Self(found.read(&Self::key(email))?))
    }

    pub async fn read(table: &Table, email: &EmailAddress) -> Result<Self, TableError> {
        Ok(Self(table.get(&Self::key(email)).await?))
    }

    pub fn id(&self) -> Option<UserId> {
        self.0.as_ref().map(|held| UserId::from(held.holder.clone()))
    }

    /// Whether it leads to nobody, or to a walk-in who has become somebody else.
    pub async fn is_free(&self, table: &Table) -> Result<bool, TableError> {
        let Some(id) = self.id() else { return Ok(true) };
        let row = table.get::<DirectoryRow>(&keys::directory_row(&id)).await?;
        Ok(row.is_some_and(|row| row.merged_into.is_some()))
    }

    pub fn is(&self, id: &UserId) -> bool {
        self.0.as_ref().is_some_and(|held| held.holder == id.as_str())
    }

    /// From now on the email leads to this customer, and no longer to whom it led before.
    pub fn give(&self, transaction: &mut Transaction<'_>, id: &UserId, email: &EmailAddress) {
        if !self.is(id) {
            let held = UniqueValue::held_by(id, Unique::WalkinEmail, email.for_matching());
            transaction.save(self.0.as_ref(), &held);
        }
    }

    /// The customer has another email now, or none.
    pub fn give_up(&self, transaction: &mut Transaction<'_>, id: &UserId) {
        if let Some(held) = self.0.as_ref().filter(|_| self.is(id)) {
            transaction.remove(held);
        }
    }
}
