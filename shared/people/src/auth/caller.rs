//! The caller: a signed-in person, or a program with a token, whose role has been checked.

use super::session::Session;
use super::token::Token;
use super::user::User;
use parlour_storage::act::Act;
use parlour_values::id::UserId;

#[derive(Clone, Debug)]
pub struct Caller {
    /// The person; of a token, what stands for it.
    pub user: User,
    pub proof: Proof,
    pub act: Act,
}

/// What the caller showed.
#[derive(Clone, Debug)]
pub enum Proof {
    Session(Session),
    Token(Token),
}

impl Caller {
    pub fn session(&self) -> Option<&Session> {
        match &self.proof {
            Proof::Session(session) => Some(session),
            Proof::Token(_) => None,
        }
    }

    /// Whether this is that user, or a token that they made.
    pub fn acts_for(&self, user: &UserId) -> bool {
        match &self.proof {
            Proof::Session(_) => self.user.id == *user,
            Proof::Token(token) => token.created_by == *user,
        }
    }
}
