//! A month of pay, as kept: open until the owner closes it. The row of its state is moved by every adjustment, so that one
//! made while the month is being closed either is in it or is refused.

use serde::{Deserialize, Serialize};

use parlour_storage::table::{Key, Record, is_default, keys};
use parlour_values::id::{BranchId, PayAdjustmentId, StaffId};
use parlour_values::money::Paise;
use parlour_values::text_enum::text_enum;
use parlour_values::time::{Instant, Month};

text_enum! {
    pub enum PayState {
        Open => "open",
        /// Never changes again; what comes later stands in the next month.
        Closed => "closed",
    }
}

/// The state of a month. One without a row is open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PayMonth {
    pub month: Month,
    #[serde(default, skip_serializing_if = "is_default")]
    pub adjustments: u64,
    #[serde(default, skip_serializing_if = "is_default")]
    pub closed_at: Option<Instant>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub closed_by: Option<String>,
}

impl PayMonth {
    pub fn open(month: Month) -> Self {
        Self { month, adjustments: 0, closed_at: None, closed_by: None }
    }

    pub fn state(&self) -> PayState {
        if self.closed_at.is_some() { PayState::Closed } else { PayState::Open }
    }
}

impl Record for PayMonth {
    const KIND: &'static str = "pay_month";

    fn key(&self) -> Key {
        keys::pay_month(self.month)
    }
}

/// An amount that a manager adds to a month, or takes off it: a bonus, an advance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PayAdjustment {
    pub id: PayAdjustmentId,
    pub month: Month,
    pub staff_id: StaffId,
    /// The person's first branch at the time: there it is shown.
    #[serde(default, skip_serializing_if = "is_default")]
    pub branch_id: Option<BranchId>,
    pub amount: Paise,
    pub reason: String,
    pub by: String,
    pub at: Instant,
}

impl Record for PayAdjustment {
    const KIND: &'static str = "pay_adjustment";

    fn key(&self) -> Key {
        keys::pay_adjustment(self.month, &self.id)
    }
}

/// The pay of one person in a month.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PaySheet {
    pub staff_id: StaffId,
    pub name: String,
    pub at_branches: Vec<BranchPay>,
    /// The difference that the tiers of the month made to its lines.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tiers: Option<TierPay>,
}

/// A person's pay at a branch. Pay of no branch stands at their first one: tiers and adjustments.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BranchPay {
    /// None of somebody who works at no branch.
    #[serde(default, skip_serializing_if = "is_default")]
    pub branch_id: Option<BranchId>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub services: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    pub products: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    pub sessions: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    pub commission: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    pub tips: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    pub adjustments: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    pub visits: i64,
}

/// The services that tiers counted, and what that made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TierPay {
    pub services: Paise,
    pub amount: Paise,
}

/// Some of the people of a closed month: as many as fit into a row, so that any number of people is closed in one
/// transaction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PaySheets {
    pub month: Month,
    pub number: usize,
    pub people: Vec<PaySheet>,
}

impl PaySheets {
    /// Each may have worked at fifteen branches and more: some 4 KB.
    const PEOPLE: usize = 50;

    pub(super) fn of(month: Month, people: &[PaySheet]) -> Vec<Self> {
        let chunks = people.chunks(Self::PEOPLE).enumerate();
        chunks.map(|(number, people)| Self { month, number, people: people.to_vec() }).collect()
    }
}

impl Record for PaySheets {
    const KIND: &'static str = "pay_sheets";

    fn key(&self) -> Key {
        keys::pay_sheets(self.month, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_people_is_kept_in_few_rows() {
        let month = "2026-10".parse().unwrap();
        let sheet = |number: usize| PaySheet {
            staff_id: format!("p{number}").into(),
            name: "Meera".to_owned(),
            at_branches: Vec::new(),
            tiers: None,
        };
        let people: Vec<PaySheet> = (0..101).map(sheet).collect();
        let rows = PaySheets::of(month, &people);
        assert_eq!(rows.iter().map(|row| row.people.len()).collect::<Vec<_>>(), [50, 50, 1]);
        assert_eq!(rows[2].key(), keys::pay_sheets(month, 2));
        assert_eq!(PaySheets::of(month, &[]), []);
    }
}
