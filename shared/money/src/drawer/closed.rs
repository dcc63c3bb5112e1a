//! A drawer that was counted and closed: a row of history that never changes.

use serde::{Deserialize, Serialize};

use super::Cashier;
use crate::by_method::ByPaymentMethod;
use parlour_storage::table::{Key, Record, is_default, keys};
use parlour_values::id::{BranchId, DrawerId};
use parlour_values::money::Paise;
use parlour_values::time::Instant;

/// Somebody's count of the drawer.
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    pub counted: Paise,
    /// The part of it that goes to the bank; the rest stays for the next drawer.
    pub banked: Paise,
    pub denominations: Vec<Denomination>,
    pub note: Option<String>,
}

/// How many notes or coins of one value were there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Denomination {
    pub value: Paise,
    pub count: u32,
}

impl Denomination {
    /// The notes and coins of India, the largest first.
    pub const VALUES: [Paise; 11] = [
        Paise(200_000),
        Paise(50_000),
        Paise(20_000),
        Paise(10_000),
        Paise(5_000),
        Paise(2_000),
        Paise(1_000),
        Paise(500),
        Paise(200),
        Paise(100),
        Paise(50),
    ];

    pub fn amount(self) -> Paise {
        Paise(self.value.0.saturating_mul(i64::from(self.count)))
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClosedDrawer {
    pub id: DrawerId,
    pub branch_id: BranchId,
    pub opened_at: Instant,
    pub opened_by: Cashier,
    pub opening: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    pub opening_note: Option<String>,
    pub closed_at: Instant,
    pub closed_by: Cashier,
    pub expected: Paise,
    pub counted: Paise,
    /// Counted less expected; stored, and never computed again.
    pub difference: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    pub denominations: Vec<Denomination>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub banked: Paise,
    pub left: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    pub note: Option<String>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub received: ByPaymentMethod,
}

impl Record for ClosedDrawer {
    const KIND: &'static str = "drawer";

    fn key(&self) -> Key {
        keys::closed_drawer(&self.branch_id, self.closed_at, &self.id)
    }
}
