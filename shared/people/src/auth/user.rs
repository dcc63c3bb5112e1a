//! A person with an account, whatever their role.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use parlour_storage::table::{Condition, Key, Places, Record, keys};
use parlour_values::id::{BranchId, UserId};
use parlour_values::role::Role;
use parlour_values::text_enum::text_enum;
use parlour_values::time::Instant;

text_enum! {
    /// Why nothing is mailed to an address.
    pub enum MailRefusal {
        /// Mail to it came back for good.
        Bounce => "bounce",
        /// Its holder called our mail spam.
        Complaint => "complaint",
    }
}

impl MailRefusal {
    /// As the log of notifications says it.
    pub fn told(self) -> &'static str {
        match self {
            Self::Bounce => "mail to this address came back",
            Self::Complaint => "the recipient called our mail spam",
        }
    }
}

/// The name somebody has wherever they stood, once they are erased.
pub const FORMER_CUSTOMER: &str = "Former customer";

/// An address that takes no mail of ours. Another address of the same person is not meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedAddress {
    /// In lower case.
    pub address: String,
    pub reason: MailRefusal,
    pub at: Instant,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct User {
    pub id: UserId,
    pub email: String,
    pub email_verified: bool,
    pub name: String,
    pub image: Option<String>,
    pub role: Role,
    pub is_active: bool,
    /// Does not restrict access: receptionists are told of these branches only, or of all where there are none.
    #[serde(default)]
    pub branch_ids: Vec<BranchId>,
    /// Sessions begun before this moment are invalid: one write ends them all.
    pub sessions_valid_from: Option<Instant>,
    /// SES's report of an address of theirs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused_address: Option<RefusedAddress>,
    /// When everything personal was erased, at their wish; what they bought stays in the books under their id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub erased_at: Option<Instant>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl User {
    /// That they are not erased; also of somebody who is not there.
    pub const NOT_ERASED: Condition = Condition::Lacks("erased_at");

    /// Somebody of whom nothing is known yet but who they are; an address is taken to be theirs.
    pub fn new(id: UserId, name: String, email: String, role: Role, now: Instant) -> Self {
        Self {
            id,
            email_verified: !email.is_empty(),
            email,
            name,
            image: None,
            role,
            is_active: true,
            branch_ids: Vec::new(),
            sessions_valid_from: None,
            refused_address: None,
            erased_at: None,
            created_at: now,
            updated_at: now,
        }
    }

    pub fn first_name(&self) -> &str {
        self.name.split_whitespace().next().unwrap_or(&self.name)
    }

    /// Whether they have an account. Somebody whom the desk wrote down has none, and no email here: one that they left is in
    /// their profile.
    pub fn signs_in(&self) -> bool {
        !self.email.is_empty()
    }

    /// The address for their mail. One that the provider did not verify may be somebody else's: nothing is sent there.
    pub fn mail_address(&self) -> Option<&str> {
        let usable = self.email_verified && self.email.contains('@') && self.mail_refusal().is_none();
        usable.then_some(self.email.as_str())
    }

    /// Why nothing is mailed to the address they have now.
    pub fn mail_refusal(&self) -> Option<&RefusedAddress> {
        self.refused_address.as_ref().filter(|refused| refused.address.eq_ignore_ascii_case(&self.email))
    }

    pub fn works_here(&self) -> bool {
        self.is_active && self.role.satisfies(Role::Staff)
    }

    pub fn is_erased(&self) -> bool {
        self.erased_at.is_some()
    }

    /// Nobody in particular any more, and nobody who can sign in.
    #[must_use]
    pub fn erased(&self, now: Instant) -> Self {
        Self {
            email: String::new(),
            email_verified: false,
            name: FORMER_CUSTOMER.to_owned(),
            image: None,
            is_active: false,
            refused_address: None,
            erased_at: Some(now),
            updated_at: now,
            ..self.without_sessions(now)
        }
    }

    /// Ends every session begun so far, including those of this millisecond.
    pub fn without_sessions(&self, now: Instant) -> Self {
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
        let listed = (!self.is_erased()).then(|| keys::users_by_role(self.role.as_str(), &self.id));
        Places { g1: listed, ..Places::default() }
    }
}
