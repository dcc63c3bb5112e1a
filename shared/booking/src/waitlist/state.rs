//! The life cycle of a wish.

use parlour_values::text_enum::text_enum;

text_enum! {
    pub enum WishState {
        Waiting => "waiting",
        Offered => "offered",
        /// Three offers ran out: nothing more is offered by itself.
        Paused => "paused",
        Accepted => "accepted",
        Ended => "ended",
    }

    /// The steps that a wish can take.
    pub enum WishStep {
        /// Its turn has come.
        Offer => "offer",
        /// The desk offers a time, whoever's turn it is.
        OfferByDesk => "offer_by_desk",
        Accept => "accept",
        Decline => "decline",
        /// The offer ran out.
        RunOut => "run_out",
        /// The last offer that may run out did.
        Pause => "pause",
        /// The salon cannot keep its offer.
        Withdraw => "withdraw",
        End => "end",
    }
}

/// A step that the state of the wish does not allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a wish that is {from} does not allow {step}")]
pub struct IllegalStep {
    pub from: WishState,
    pub step: WishStep,
}

impl WishState {
    pub fn after(self, step: WishStep) -> Result<Self, IllegalStep> {
        match (self, step) {
            (Self::Waiting, WishStep::Offer | WishStep::OfferByDesk) | (Self::Paused, WishStep::OfferByDesk) => {
                Ok(Self::Offered)
            }
            (Self::Offered, WishStep::Accept) => Ok(Self::Accepted),
            (Self::Offered, WishStep::Decline | WishStep::RunOut | WishStep::Withdraw) => Ok(Self::Waiting),
            (Self::Offered, WishStep::Pause) => Ok(Self::Paused),
            (Self::Waiting | Self::Offered | Self::Paused, WishStep::End) => Ok(Self::Ended),
            (from, step) => Err(IllegalStep { from, step }),
        }
    }

    /// Whether it stands in line.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Waiting | Self::Offered | Self::Paused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_from_every_state() {
        use WishState::{Accepted, Ended, Offered, Paused, Waiting};
        for (from, after) in [
            (Waiting, [Some(Offered), Some(Offered), None, None, None, None, None, Some(Ended)]),
            (
                Offered,
                [None, None, Some(Accepted), Some(Waiting), Some(Waiting), Some(Paused), Some(Waiting), Some(Ended)],
            ),
            (Paused, [None, Some(Offered), None, None, None, None, None, Some(Ended)]),
            (Accepted, [None; 8]),
            (Ended, [None; 8]),
        ] {
            for (step, expected) in WishStep::ALL.iter().zip(after) {
                assert_eq!(from.after(*step).ok(), expected, "{from} {step}");
            }
        }
    }
}
