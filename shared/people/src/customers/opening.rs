//! The balance a customer brings along from the books that the salon kept before: gems, and what they still had to pay.
//!
//! It is given once. An import that says the same again changes nothing, whatever was spent or paid since; one that says
//! something else corrects it as long as nothing has happened to it. A walk-in who is merged into somebody else leaves
//! theirs there as a part of its own, so that the row of an import that means the walk-in is still judged by that part.

use serde::{Deserialize, Serialize};

use super::Profile;
use parlour_storage::table::is_default;
use parlour_values::contact::{EmailAddress, Phone};
use parlour_values::gems::Gems;
use parlour_values::id::{GemTransactionId, UserId};
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
    /// The walk-ins who have become this customer; what they brought along is counted above.
    #[serde(default, skip_serializing_if = "is_default")]
    pub merged: Vec<MergedWalkIn>,
}

/// A walk-in who has become somebody else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MergedWalkIn {
    pub id: UserId,
    /// Their name at the merge: a row of another name does not mean them. None of those merged before it was kept.
    #[serde(default, skip_serializing_if = "is_default")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub phone: Option<Phone>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub email: Option<EmailAddress>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub brought: OpeningPart,
}

/// What one person brought along.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OpeningPart {
    #[serde(default, skip_serializing_if = "is_default")]
    pub gems: Gems,
    #[serde(default, skip_serializing_if = "is_default")]
    pub gems_line: Option<GemTransactionId>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub due: Paise,
}

impl OpeningPart {
    fn is_something(&self) -> bool {
        *self != Self::default()
    }
}

impl OpeningBalances {
    pub fn none(at: Instant) -> Self {
        Self { gems: Gems::ZERO, gems_line: None, due: Paise::ZERO, at, merged: Vec::new() }
    }

    /// Of a customer whom a walk-in becomes.
    #[must_use]
    pub fn joined(own: Option<Self>, guest: &Profile, name: Option<String>, now: Instant) -> Self {
        let theirs = guest.opening.clone().unwrap_or_else(|| Self::none(now));
        let own = own.unwrap_or_else(|| Self::none(theirs.at));
        let brought = theirs.own();
        let (id, phone, email) = (guest.user_id.clone(), guest.phone.clone(), guest.email.clone());
        let merged = own.merged.into_iter().chain(theirs.merged);
        Self {
            gems: own.gems.plus(theirs.gems),
            gems_line: own.gems_line,
            due: own.due.plus(theirs.due),
            at: own.at,
            merged: merged.chain([MergedWalkIn { id, name, phone, email, brought }]).collect(),
        }
    }

    /// Whether an import gave any, to them or to a walk-in whom they were.
    pub fn is_given(&self) -> bool {
        self.merged.is_empty() || self.own().is_something() || self.merged.iter().any(|it| it.brought.is_something())
    }

    /// What they brought along themselves.
    pub fn own(&self) -> OpeningPart {
        let others = |of: fn(&OpeningPart) -> i64| self.merged.iter().map(|it| of(&it.brought)).sum::<i64>();
        OpeningPart {
            gems: self.gems.minus(Gems(others(|part| part.gems.0))),
            gems_line: self.gems_line.clone(),
            due: self.due.minus(Paise(others(|part| part.due.0))),
        }
    }

    /// The part of this walk-in, or their own; none of a walk-in who has not become this customer.
    pub fn part(&self, walk_in: Option<&UserId>) -> Option<OpeningPart> {
        match walk_in {
            Some(id) => self.merged.iter().find(|it| it.id == *id).map(|it| it.brought.clone()),
            None => Some(self.own()),
        }
    }

    /// With this part in the place of the one before.
    pub fn set_part(&mut self, walk_in: Option<&UserId>, part: OpeningPart) {
        let before = self.part(walk_in).unwrap_or_default();
        self.gems = self.gems.minus(before.gems).plus(part.gems);
        self.due = self.due.minus(before.due).plus(part.due);
        match walk_in {
            Some(id) => self.merged.iter_mut().filter(|it| it.id == *id).for_each(|it| it.brought = part.clone()),
            None => self.gems_line = part.gems_line,
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

    /// The same of a part, beside which others gave the rest.
    pub fn of_part(asked: i64, given: Option<i64>, rest: i64, now: i64) -> Self {
        Self::to(asked.saturating_add(rest), given.map(|given| given.saturating_add(rest)), now)
    }

    /// The same of what is due, where an opening balance is settled by saying that it is nothing now.
    pub fn of_due(asked: i64, given: Option<i64>, rest: i64, now: i64) -> Self {
        match given {
            Some(opened) if asked == 0 && opened > 0 && now >= opened => Self::Moves(opened.saturating_neg()),
            given => Self::of_part(asked, given, rest, now),
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
        assert_eq!(OpeningChange::of_due(0, Some(500), 0, 700), Moves(-500));
        assert_eq!(OpeningChange::of_due(0, Some(500), 0, 500), Moves(-500));
        assert_eq!(OpeningChange::of_due(0, Some(0), 0, 700), Stays);
        assert_eq!(OpeningChange::of_due(0, None, 0, 700), TooLate);
        assert_eq!(OpeningChange::of_due(600, Some(500), 0, 700), TooLate);
        assert_eq!(OpeningChange::of_due(500, Some(500), 0, 700), Stays);
    }

    #[test]
    fn a_part_is_corrected_beside_what_others_gave() {
        assert_eq!(OpeningChange::of_part(50, Some(50), 100, 130), Stays);
        assert_eq!(OpeningChange::of_part(70, Some(50), 100, 150), Moves(20));
        assert_eq!(OpeningChange::of_part(70, Some(50), 100, 140), TooLate);
        assert_eq!(OpeningChange::of_due(0, Some(50), 100, 150), Moves(-50));
    }

    fn of(gems: i64, due: i64) -> OpeningBalances {
        let at = Instant::from_millis(1_794_800_000_000);
        OpeningBalances { gems: Gems(gems), due: Paise(due), ..OpeningBalances::none(at) }
    }

    fn guest(id: &str, opening: Option<OpeningBalances>) -> Profile {
        let now = Instant::from_millis(1_794_900_000_000);
        Profile { opening, ..Profile::bare("p1".into(), id.into(), now) }
    }

    #[test]
    fn two_who_become_one_bring_both() {
        let now = Instant::from_millis(1_794_900_000_000);
        let joined = |own, theirs| {
            let joined = OpeningBalances::joined(own, &guest("asha", theirs), None, now);
            OpeningBalances { merged: Vec::new(), ..joined }
        };
        assert_eq!(joined(Some(of(1, 20)), Some(of(2, 30))), of(3, 50));
        assert_eq!(joined(None, Some(of(2, 30))), of(2, 30));
    }

    #[test]
    fn the_part_of_each_stays_known_whoever_they_become() {
        let now = Instant::from_millis(1_794_900_000_000);
        let usha = OpeningBalances::joined(Some(of(2, 30)), &guest("asha", Some(of(1, 20))), None, now);
        let mut lata = OpeningBalances::joined(None, &guest("usha", Some(usha)), None, now);
        let part = |lata: &OpeningBalances, id: Option<&str>| {
            lata.part(id.map(UserId::from).as_ref()).map(|part| (part.gems.0, part.due.0))
        };
        let parts = |lata: &OpeningBalances| [None, Some("asha"), Some("usha")].map(|id| part(lata, id));
        assert_eq!(parts(&lata), [Some((0, 0)), Some((1, 20)), Some((2, 30))]);
        assert_eq!((part(&lata, Some("ravi")), lata.is_given()), (None, true));
        lata.set_part(Some(&"usha".into()), OpeningPart { gems: Gems(7), ..OpeningPart::default() });
        assert_eq!(parts(&lata), [Some((0, 0)), Some((1, 20)), Some((7, 0))]);
        assert_eq!((lata.gems, lata.due), (Gems(8), Paise(20)));
        assert!(!OpeningBalances::joined(None, &guest("ravi", None), None, now).is_given(), "nobody brought anything");
    }
}
