//! An invite: whoever first signs in with this verified email gets this role.

use serde::{Deserialize, Serialize};

use crate::id::{BranchId, InviteId, UserId};
use crate::role::Role;
use crate::table::keys::Unique;
use crate::table::{Changes, Key, Record, Stored, Taken, keys};
use crate::time::Instant;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Invite {
    pub id: InviteId,
    /// In lower case, as providers are compared with.
    pub email: String,
    pub role: Role,
    #[serde(default)]
    pub branch_ids: Vec<BranchId>,
    pub invited_by: UserId,
    pub created_at: Instant,
}

impl Invite {
    /// Adds the invite to a transaction. An email that is already invited loses at [`Taken::KIND`]; that it has no user is the
    /// caller's to check, on [`keys::taken`] of [`Unique::Email`], in the same transaction.
    pub fn send(&self, changes: &mut Changes) {
        changes.create(self);
        changes.create(&Taken::by(&self.id, Unique::Invite, self.email.clone()));
    }

    /// Takes the invite away in a transaction: withdrawn, or used.
    pub fn withdraw(invite: &Stored<Self>, changes: &mut Changes) {
        changes.remove(invite);
        changes.delete(Taken::KIND, keys::taken(Unique::Invite, &invite.email), crate::table::Condition::Present);
    }
}

impl Record for Invite {
    const KIND: &'static str = "invite";

    fn key(&self) -> Key {
        keys::invite(&self.id)
    }
}
