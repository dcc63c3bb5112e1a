//! Why something cannot be done with a wish.

use super::state::IllegalStep;
use parlour_storage::failure::Refused;
use parlour_values::input::Problems;
use parlour_values::time::Interval;

#[derive(Debug, thiserror::Error)]
pub enum WaitlistError {
    #[error("no such wish")]
    Unknown,
    #[error("the request does not hold: {0:?}")]
    Invalid(Problems),
    /// If everything may be asked for there is nothing to wait for.
    #[error("the branch keeps no waitlist")]
    NoWaitlist,
    #[error("something that fits is free now")]
    FreeNow,
    #[error("the customer has as many open wishes as they may have")]
    TooManyOpen,
    #[error("there is no offer to answer")]
    NoLiveOffer,
    #[error("the salon cannot do what it has offered any more")]
    Withdrawn,
    #[error(transparent)]
    State(#[from] IllegalStep),
    #[error("nothing is offered so late before the start, nor at night")]
    NotOfferedNow,
    #[error("a service of the wish is no longer on offer")]
    NotOnOffer,
    #[error("that time is not free")]
    Taken { alternatives: Vec<Interval> },
}

impl Refused for WaitlistError {}

impl WaitlistError {
    /// One field that is wrong for a reason that only reading the table could show.
    pub(super) fn invalid(field: &str, message: &str) -> Self {
        Self::Invalid(Problems::of(field, message))
    }
}
