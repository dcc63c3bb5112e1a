//! The link of a message: a credential for one booking, or for one offer of the waitlist, without a sign-in and without a
//! row of its own.

mod answer;
mod error;
mod made;
mod open;
mod token;
mod view;

pub use error::LinkError;
pub use made::LinkFor;
pub use open::{Link, Linked};
pub use view::{LinkAction, LinkAnswer, LinkBranch, LinkService, LinkStatus, LinkView, MovedByLink, MovedVisit};

use parlour_storage::salon::Salon;

pub struct Links<'a>(&'a Salon);

impl<'a> Links<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}
