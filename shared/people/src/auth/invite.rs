//! An invite: whoever first signs in with this verified email, within two weeks, gets this role.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use parlour_storage::table::keys::Unique;
use parlour_storage::table::{Changes, Key, Record, Stored, Table, TableError, UniqueValue, keys};
use parlour_values::id::{BranchId, InviteId, UserId};
use parlour_values::role::Role;
use parlour_values::time::Instant;

/// How long an invite can be taken up.
const LIFETIME: TimeDelta = TimeDelta::days(14);

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
    pub fn expires_at(&self) -> Instant {
        self.created_at.plus(LIFETIME)
    }

    /// Whether it can still be taken up.
    pub fn is_open(&self, now: Instant) -> bool {
        now < self.expires_at()
    }

    /// Adds the invite to a transaction, in place of an earlier one of the same email. If another one was sent or taken up
    /// meanwhile, the condition at [`UniqueValue::KIND`] fails. The caller must check in the same transaction that no user
    /// has the email ([`keys::unique_value`] of [`Unique::Email`]).
    pub fn send(&self, earlier: &EarlierInvite, changes: &mut Changes) {
        if let Some(invite) = &earlier.invite {
            changes.remove(invite);
        }
        changes.create(self);
        let guard = UniqueValue::held_by(&self.id, Unique::Invite, self.email.clone());
        changes.save(earlier.guard.as_ref(), &guard);
    }
}

/// The invite that an email has, open or expired, with its guard.
#[derive(Clone, Debug, Default)]
pub struct EarlierInvite {
    pub guard: Option<Stored<UniqueValue>>,
    pub invite: Option<Stored<Invite>>,
}

impl EarlierInvite {
    /// The one behind this guard.
    pub async fn behind(guard: Option<Stored<UniqueValue>>, table: &Table) -> Result<Self, TableError> {
        let invite = match &guard {
            Some(guard) => table.get(&keys::invite(&InviteId::from(guard.holder.as_str()))).await?,
            None => None,
        };
        Ok(Self { guard, invite })
    }

    pub fn open(&self, now: Instant) -> Option<&Stored<Invite>> {
        self.invite.as_ref().filter(|invite| invite.is_open(now))
    }

    /// Deletes it and its guard.
    pub fn withdraw(&self, changes: &mut Changes) {
        if let Some(invite) = &self.invite {
            changes.remove(invite);
        }
        if let Some(guard) = &self.guard {
            changes.remove(guard);
        }
    }
}

impl Record for Invite {
    const KIND: &'static str = "invite";

    fn key(&self) -> Key {
        keys::invite(&self.id)
    }
}
