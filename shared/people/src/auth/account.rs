//! Accounts at identity providers, and the users they sign in.

use serde::{Deserialize, Serialize};

use parlour_storage::table::{Changes, Condition, Key, Record, Stored, keys};
use parlour_values::id::UserId;
use parlour_values::time::Instant;

/// Links a subject at a provider to a user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    pub issuer: String,
    pub subject: String,
    pub user_id: UserId,
    pub created_at: Instant,
}

impl Account {
    /// Links the account to its user. If the account is known, or the user has another one at the same issuer, the
    /// condition at [`Account::KIND`] or [`UserAccount::KIND`] fails.
    pub fn link(&self, changes: &mut Changes) {
        changes.create(self);
        changes.create(&UserAccount { account: self.clone() });
    }
}

impl Record for Account {
    const KIND: &'static str = "account";

    fn key(&self) -> Key {
        keys::account(&self.issuer, &self.subject)
    }
}

/// The one account that a user has at an issuer. A mailbox can be given to somebody else, who then gets a subject of their
/// own: they must not inherit the account of whoever had it before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserAccount {
    #[serde(flatten)]
    pub account: Account,
}

impl UserAccount {
    /// Ends the link; [`Unlinked`] lets another account take its place.
    pub fn unlink(read: &Stored<Self>, changes: &mut Changes) {
        changes.delete(Account::KIND, read.account.key(), Condition::Any);
        changes.remove(read);
    }
}

/// Lets the next account with the user's verified email become theirs: an owner ended the links, or the user was written
/// without an account. Without it a user of whom no link is known is linked to nobody, since whoever has the mailbox now
/// need not be whoever had it when they signed up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unlinked {
    pub user_id: UserId,
}

impl Unlinked {
    pub fn of(user: &UserId) -> Self {
        Self { user_id: user.clone() }
    }
}

impl Record for Unlinked {
    const KIND: &'static str = "unlinked";

    fn key(&self) -> Key {
        keys::unlinked(&self.user_id)
    }
}

impl Record for UserAccount {
    const KIND: &'static str = "user_account";

    fn key(&self) -> Key {
        keys::user_account(&self.account.user_id, &self.account.issuer)
    }
}
