//! An invite: whoever first signs in with this verified email gets this role.

use serde::{Deserialize, Serialize};

use crate::id::{BranchId, InviteId, UserId};
use crate::role::Role;
use crate::table::keys::Unique;
use crate::table::{Changes, Key, Record, Stored, UniqueValue, keys};
use crate::time::Instant;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Invite {
    pub id: InviteId,
    /// In lower case, like the emails of identities.
    pub email: String,
    pub role: Role,
    #[serde(default)]
    pub branch_ids: Vec<BranchId>,
    pub invited_by: UserId,
    pub created_at: Instant,
}

impl Invite {
    /// Adds the invite to a transaction. If the email is already invited, the condition at [`UniqueValue::KIND`] fails. The
    /// caller must check in the same transaction that no user has it ([`keys::unique_value`] of [`Unique::Email`]).
    pub fn send(&self, changes: &mut Changes) {
        changes.create(self);
        changes.create(&UniqueValue::held_by(&self.id, Unique::Invite, self.email.clone()));
    }

    /// Deletes the invite when it is withdrawn or used.
    pub fn withdraw(invite: &Stored<Self>, changes: &mut Changes) {
        changes.remove(invite);
        changes.delete(
            UniqueValue::KIND,
            keys::unique_value(Unique::Invite, &invite.email),
            crate::table::Condition::Present,
        );
    }
}

impl Record for Invite {
    const KIND: &'static str = "invite";

    fn key(&self) -> Key {
        keys::invite(&self.id)
    }
}
