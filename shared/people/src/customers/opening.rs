//! The balance a customer brings along from the books that the salon kept before: gems, and what they still had to pay.
//!
//! It is given once. An import that says the same again changes nothing, whatever was spent or paid since; one that says
//! something else corrects it as long as nothing has happened to it.

use serde::{Deserialize, Serialize};

use parlour_storage::table::is_default;
use parlour_values::gems::Gems;
use parlour_values::id::GemTransactionId;
use parlour_values::money::Paise;
use parlour_values::time::Instant;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpeningBalances {
    #[serde(default, skip_serializing_if = "is_default")]
    pub gems: Gems,
    /// The line of their history that brought the gems.
    #[serde(default, skip_serializing_if = "is_default")]
    pub gems_line: Option<GemTransactionId>,
    /// Part of what is due that no invoice here speaks of.
    #[serde(default, skip_serializing_if = "is_default")]
    pub due: Paise,
    pub at: Instant,
}

impl OpeningBalances {
    pub fn none(at: Instant) -> Self {
        Self { gems: Gems::ZERO, gems_line: None, due: Paise::ZERO, at }
    }

    /// Of two customers who become one.
    #[must_use]
    pub fn joined(own: Option<Self>, other: Option<Self>) -> Option<Self> {
        match (own, other) {
            (Some(own), Some(other)) => Some(Self {
                gems: own.gems.plus(other.gems),
                gems_line: own.gems_line.or(other.gems_line),
                due: own.due.plus(other.due),
                at: own.at,
            }),
            (own, other) => own.or(other),
        }
    }
}

/// The effect of an opening balance on the balance there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningChange {
    Stays,
    /// By so much, down where it is negative.
    Moves(i64),
    /// The balance is another one by now.
    TooLate,
}

impl OpeningChange {
    /// With the opening balance that was given before, if one was, and the balance of today.
    pub fn to(asked: i64, given: Option<i64>, now: i64) -> Self {
        if given == Some(asked) || asked == now {
            return Self::Stays;
        }
        let opened = given.unwrap_or(0);
        if now == opened { Self::Moves(asked.saturating_sub(opened)) } else { Self::TooLate }
    }

    /// The same of what is due, where an opening balance is settled by saying that it is nothing now.
    pub fn of_due(asked: i64, given: Option<i64>, now: i64) -> Self {
        match given {
            Some(opened) if asked == 0 && opened > 0 && now >= opened => Self::Moves(opened.saturating_neg()),
            given => Self::to(asked, given, now),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::OpeningChange::{Moves, Stays, TooLate};
    use super::*;

    #[test]
    fn it_is_given_once_and_corrected_as_long_as_nothing_has_happened() {
        for (asked, given, now, change) in [
            (100, None, 0, Moves(100)),
            (0, None, 0, Stays),
            (100, Some(100), 100, Stays),
            // Some of it was spent meanwhile, or more earned.
            (100, Some(100), 90, Stays),
            (100, Some(100), 130, Stays),
            // An export of today, read back.
            (90, Some(100), 90, Stays),
            (30, None, 30, Stays),
            (120, Some(100), 100, Moves(20)),
            (70, Some(100), 100, Moves(-30)),
            (120, Some(100), 90, TooLate),
            (100, None, 30, TooLate),
        ] {
            assert_eq!(OpeningChange::to(asked, given, now), change, "{asked} {given:?} {now}");
        }
    }

    #[test]
    fn what_was_due_before_is_settled_even_where_more_is_due_by_now() {
        assert_eq!(OpeningChange::of_due(0, Some(500), 700), Moves(-500));
        assert_eq!(OpeningChange::of_due(0, Some(500), 500), Moves(-500));
        assert_eq!(OpeningChange::of_due(0, Some(0), 700), Stays);
        assert_eq!(OpeningChange::of_due(0, None, 700), TooLate);
        assert_eq!(OpeningChange::of_due(600, Some(500), 700), TooLate);
        assert_eq!(OpeningChange::of_due(500, Some(500), 700), Stays);
    }

    #[test]
    fn two_who_become_one_bring_both() {
        let at = Instant::from_millis(1_794_800_000_000);
        let of = |gems, due| Some(OpeningBalances { gems: Gems(gems), due: Paise(due), ..OpeningBalances::none(at) });
        assert_eq!(OpeningBalances::joined(of(1, 20), of(2, 30)), of(3, 50));
        assert_eq!(OpeningBalances::joined(None, of(2, 30)), of(2, 30));
    }
}
