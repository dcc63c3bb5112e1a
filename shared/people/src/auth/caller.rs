//! The caller: a signed-in person, or a program with a token, whose role has been checked.

use super::session::Session;
use super::token::Token;
use super::user::User;
use parlour_storage::act::Act;
use parlour_values::id::{BookingId, UserId};

#[derive(Clone, Debug)]
pub struct Caller {
    /// The person; of a token, what stands for it.
    pub user: User,
    pub proof: Proof,
    pub act: Act,
}

/// The credential that the caller showed.
#[derive(Clone, Debug)]
pub enum Proof {
    Session(Session),
    Token(Token),
    Link(LinkProof),
}

/// The record that a link of a message admits to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkProof {
    /// A booking, as long as no new link is made for it.
    Booking { generation: u32 },
    /// The time held for somebody on the waitlist under this id.
    Offer(BookingId),
}

impl Caller {
    pub fn session(&self) -> Option<&Session> {
        match &self.proof {
            Proof::Session(session) => Some(session),
            Proof::Token(_) | Proof::Link(_) => None,
        }
    }

    /// Whether they may see to a booking of theirs: whoever came by a link only while it is the booking's last one.
    pub fn is_admitted_to(&self, link_generation: u32) -> bool {
        match &self.proof {
            Proof::Session(_) | Proof::Token(_) => true,
            Proof::Link(LinkProof::Booking { generation }) => *generation == link_generation,
            Proof::Link(LinkProof::Offer(_)) => false,
        }
    }

    /// Whether they may answer an offer to them: whoever came by a link only that of this very offer.
    pub fn may_answer(&self, offer: &BookingId) -> bool {
        match &self.proof {
            Proof::Session(_) | Proof::Token(_) => true,
            Proof::Link(LinkProof::Offer(own)) => own == offer,
            Proof::Link(LinkProof::Booking { .. }) => false,
        }
    }

    /// Whether this is that user, or a token that they made.
    pub fn acts_for(&self, user: &UserId) -> bool {
        match &self.proof {
            Proof::Session(_) | Proof::Link(_) => self.user.id == *user,
            Proof::Token(token) => token.created_by == *user,
        }
    }
}
