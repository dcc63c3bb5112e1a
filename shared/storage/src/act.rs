//! An act: who does something, when, and under which request. Plain data.

use crate::idempotency::IdempotencyKey;
use parlour_values::id::{TokenId, UserId};
use parlour_values::role::Role;
use parlour_values::time::Instant;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    User {
        id: UserId,
        role: Role,
    },
    /// A program, under the role of its token.
    Token {
        id: TokenId,
        role: Role,
    },
    /// A customer who came by the link of a message, not signed in.
    Link {
        customer: UserId,
    },
    /// A visitor of a public form, not signed in.
    Visitor,
    Job(&'static str),
    /// The person who looks after the installation, at its command line.
    Operator,
}

impl Actor {
    pub fn id(&self) -> &str {
        match self {
            Self::User { id, .. } => id.as_str(),
            Self::Token { id, .. } => id.as_str(),
            Self::Link { customer } => customer.as_str(),
            Self::Visitor => "visitor",
            Self::Job(name) => name,
            Self::Operator => "operator",
        }
    }

    pub fn role(&self) -> &'static str {
        match self {
            Self::User { role, .. } | Self::Token { role, .. } => role.as_str(),
            Self::Link { .. } => "link",
            Self::Visitor => "visitor",
            Self::Job(_) => "job",
            Self::Operator => "operator",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Act {
    pub actor: Actor,
    pub request_id: String,
    pub at: Instant,
    /// The origin under which the caller reached the app, for links in responses; empty outside requests.
    pub site: String,
    /// Set when the caller sent an `Idempotency-Key`.
    pub idempotency: Option<IdempotencyKey>,
}

impl Act {
    /// An act of a job; `run` takes the place of the request id.
    pub fn of_job(name: &'static str, run: impl Into<String>, at: Instant) -> Self {
        Self::outside_requests(Actor::Job(name), run.into(), at)
    }

    /// An act of the operator; `run` takes the place of the request id.
    pub fn of_operator(run: impl Into<String>, at: Instant) -> Self {
        Self::outside_requests(Actor::Operator, run.into(), at)
    }

    fn outside_requests(actor: Actor, request_id: String, at: Instant) -> Self {
        Self { actor, request_id, at, site: String::new(), idempotency: None }
    }
}
