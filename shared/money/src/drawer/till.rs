//! A branch's till: the open drawer with the cash that must be in it, and what the last one left.

use serde::{Deserialize, Serialize};

use super::closed::{ClosedDrawer, Count};
use super::{DrawerError, MovementKind};
use crate::by_method::ByPaymentMethod;
use parlour_people::auth::Caller;
use parlour_storage::table::{Key, Record, is_default, keys};
use parlour_values::id::{BranchId, DrawerId};
use parlour_values::money::Paise;
use parlour_values::time::Instant;

/// Beyond ₹100 a difference needs a note.
const NOTED_BEYOND: Paise = Paise(10_000);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Till {
    pub branch_id: BranchId,
    /// The cash the last drawer left for the next; nothing before the first one was closed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub left: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    pub open: Option<OpenDrawer>,
    pub updated_at: Instant,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpenDrawer {
    pub id: DrawerId,
    pub opened_at: Instant,
    pub opened_by: Cashier,
    pub opening: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    pub opening_note: Option<String>,
    /// The cash that must be in it: the opening and every movement since.
    pub expected: Paise,
    /// The money invoices brought in while it was open, less what was given back on them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub received: ByPaymentMethod,
}

/// The person who did it at the desk, under the name they had then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cashier {
    pub id: String,
    pub name: String,
}

impl From<&Caller> for Cashier {
    fn from(caller: &Caller) -> Self {
        Self { id: caller.act.actor.id().to_owned(), name: caller.user.name.clone() }
    }
}

impl Record for Till {
    const KIND: &'static str = "till";
    const IS_VERSIONED: bool = true;

    fn key(&self) -> Key {
        keys::till(&self.branch_id)
    }
}

impl Till {
    /// The till with a drawer open. The first one of a branch may open with anything; later ones with what was left, or
    /// with a note.
    pub fn opened(
        before: Option<&Self>,
        branch: &BranchId,
        id: DrawerId,
        opening: Paise,
        note: Option<String>,
        by: Cashier,
        now: Instant,
    ) -> Result<Self, DrawerError> {
        if let Some(before) = before {
            if before.open.is_some() {
                return Err(DrawerError::AlreadyOpen);
            }
            if before.left != opening && note.is_none() {
                return Err(DrawerError::OtherThanLeft { left: before.left });
            }
        }
        let open = OpenDrawer {
            id,
            opened_at: now,
            opened_by: by,
            opening,
            opening_note: note,
            expected: opening,
            received: ByPaymentMethod::default(),
        };
        let left = before.map_or(Paise::ZERO, |before| before.left);
        Ok(Self { branch_id: branch.clone(), left, open: Some(open), updated_at: now })
    }

    /// The same till after its open drawer changed.
    pub(super) fn with(&self, open: OpenDrawer, now: Instant) -> Self {
        Self { open: Some(open), updated_at: now, ..self.clone() }
    }

    /// The till without a drawer, and the one that was closed.
    pub fn closed(&self, count: Count, by: Cashier, now: Instant) -> Result<(Self, ClosedDrawer), DrawerError> {
        let open = self.open.clone().ok_or(DrawerError::NoneOpen)?;
        let difference = count.counted.minus(open.expected);
        if difference.0.saturating_abs() > NOTED_BEYOND.0 && count.note.is_none() {
            return Err(DrawerError::DifferenceWithoutNote);
        }
        let left = count.counted.minus(count.banked);
        let closed = ClosedDrawer {
            id: open.id,
            branch_id: self.branch_id.clone(),
            opened_at: open.opened_at,
            opened_by: open.opened_by,
            opening: open.opening,
            opening_note: open.opening_note,
            closed_at: now,
            closed_by: by,
            expected: open.expected,
            counted: count.counted,
            difference,
            denominations: count.denominations,
            banked: count.banked,
            left,
            note: count.note,
            received: open.received,
        };
        Ok((Self { left, open: None, updated_at: now, ..self.clone() }, closed))
    }
}

impl OpenDrawer {
    pub(super) fn moved(&self, kind: MovementKind, amount: Paise) -> Self {
        Self { expected: self.expected.plus(kind.signed(amount)), ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asha() -> Cashier {
        Cashier { id: "u1".to_owned(), name: "Asha".to_owned() }
    }

    fn now() -> Instant {
        "2026-11-16T04:30:00Z".parse().unwrap()
    }

    fn opened(before: Option<&Till>, opening: i64, note: Option<&str>) -> Result<Till, DrawerError> {
        Till::opened(before, &"main".into(), "d1".into(), Paise(opening), note.map(str::to_owned), asha(), now())
    }

    fn count(counted: i64, banked: i64, note: Option<&str>) -> Count {
        Count {
            counted: Paise(counted),
            banked: Paise(banked),
            denominations: Vec::new(),
            note: note.map(str::to_owned),
        }
    }

    #[test]
    fn a_drawer_opens_with_what_the_last_one_left_or_with_a_note() {
        let first = opened(None, 200_000, None).unwrap();
        assert!(matches!(opened(Some(&first), 200_000, None), Err(DrawerError::AlreadyOpen)));
        let (till, closed) = first.closed(count(200_000, 150_000, None), asha(), now()).unwrap();
        assert_eq!((closed.left, till.left, &till.open), (Paise(50_000), Paise(50_000), &None));
        assert!(matches!(opened(Some(&till), 200_000, None), Err(DrawerError::OtherThanLeft { left: Paise(50_000) })));
        assert_eq!(opened(Some(&till), 50_000, None).unwrap().open.unwrap().opening, Paise(50_000));
        assert_eq!(opened(Some(&till), 60_000, Some("Change added")).unwrap().open.unwrap().expected, Paise(60_000));
    }

    #[test]
    fn a_difference_beyond_a_hundred_rupees_needs_a_note() {
        let till = opened(None, 200_000, None).unwrap();
        for (counted, note, is_closed) in [
            (210_000, None, true),
            (190_000, None, true),
            (210_001, None, false),
            (189_999, None, false),
            (189_999, Some("Not found"), true),
        ] {
            let closed = till.closed(count(counted, 0, note), asha(), now());
            assert_eq!(closed.is_ok(), is_closed, "{counted} {note:?}");
            if let Ok((_, closed)) = closed {
                assert_eq!((closed.difference, closed.expected), (Paise(counted - 200_000), Paise(200_000)));
            }
        }
    }

    #[test]
    fn a_drawer_is_closed_once() {
        let (till, _) = opened(None, 0, None).unwrap().closed(count(0, 0, None), asha(), now()).unwrap();
        assert!(matches!(till.closed(count(0, 0, None), asha(), now()), Err(DrawerError::NoneOpen)));
    }
}
