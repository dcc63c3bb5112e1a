//! A person with an account, whatever their role.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use crate::id::{BranchId, UserId};
use crate::role::Role;
use crate::table::{Key, Places, Record, keys};
use crate::time::Instant;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct User {
    pub id: UserId,
    pub email: String,
    pub email_verified: bool,
    pub name: String,
    pub image: Option<String>,
    pub role: Role,
    pub is_active: bool,
    /// Information only; does not restrict access.
    #[serde(default)]
    pub branch_ids: Vec<BranchId>,
    /// Sessions begun before this moment are invalid: one write ends them all.
    pub sessions_valid_from: Option<Instant>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl User {
    pub fn first_name(&self) -> &str {
        self.name.split_whitespace().next().unwrap_or(&self.name)
    }

    /// Where mail reaches them. An address that the provider did not verify may be somebody else's: nothing is sent there.
    pub fn mail_address(&self) -> Option<&str> {
        Some(self.email.as_str()).filter(|email| self.email_verified && email.contains('@'))
    }

    /// Ends every session begun so far, including those of this millisecond.
    pub(crate) fn without_sessions(&self, now: Instant) -> Self {
        let last = self.sessions_valid_from.map_or(now, |from| from.max(now));
        Self { sessions_valid_from: Some(last.plus(TimeDelta::milliseconds(1))), ..self.clone() }
    }
}

impl Record for User {
    const KIND: &'static str = "user";

    fn key(&self) -> Key {
        keys::user(&self.id)
    }

    fn places(&self) -> Places {
        Places { g1: Some(keys::users_by_role(self.role.as_str(), &self.id)), ..Places::default() }
    }
}
