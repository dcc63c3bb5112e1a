//! A customer's gems, as they are kept: the open lots in one item, so that spending is one conditional write.

use serde::{Deserialize, Serialize};

use super::lots::GemAccount;
use parlour_storage::table::{Key, Places, Record, keys};
use parlour_values::id::UserId;
use parlour_values::time::Instant;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GemsAccount {
    pub user_id: UserId,
    pub account: GemAccount,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl GemsAccount {
    pub fn opened(user_id: UserId, now: Instant) -> Self {
        Self { user_id, account: GemAccount::default(), created_at: now, updated_at: now }
    }
}

impl Record for GemsAccount {
    const KIND: &'static str = "gems_account";

    fn key(&self) -> Key {
        keys::gems(&self.user_id)
    }

    /// Due when its next lot ends.
    fn places(&self) -> Places {
        let due = self.account.next_expiry().map(|at| keys::gems_due(at, &self.user_id));
        Places { g3: due, ..Places::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_values::gems::Gems;

    #[test]
    fn an_account_is_due_when_its_next_lot_ends() {
        let now = "2026-11-16T04:30:00Z".parse().unwrap();
        let mut gems = GemsAccount::opened("asha".into(), now);
        assert_eq!(gems.places().g3, None);
        let ends = gems.account.earn("e1".into(), Gems(3), now);
        assert_eq!(gems.places().g3, Some(keys::gems_due(ends, &"asha".into())));
    }
}
