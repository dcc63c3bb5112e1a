//! One movement of cash into a drawer or out of it.

use serde::{Deserialize, Serialize};

use parlour_storage::table::{Key, Record, is_default, keys};
use parlour_values::document_number::DocumentNumber;
use parlour_values::id::{BranchId, DrawerId, DrawerMovementId, InvoiceId};
use parlour_values::input::enum_fields;
use parlour_values::money::Paise;
use parlour_values::text_enum::text_enum;
use parlour_values::time::Instant;

text_enum! {
    pub enum MovementKind {
        Sale => "sale",
        Refund => "refund",
        In => "in",
        Out => "out",
        Bank => "bank",
        TipPaid => "tip_paid",
    }

    /// The kinds of cash movements made by hand.
    pub enum HandKind {
        In => "in",
        Out => "out",
        Bank => "bank",
        TipPaid => "tip_paid",
    }
}

enum_fields!(HandKind);

impl From<HandKind> for MovementKind {
    fn from(kind: HandKind) -> Self {
        match kind {
            HandKind::In => Self::In,
            HandKind::Out => Self::Out,
            HandKind::Bank => Self::Bank,
            HandKind::TipPaid => Self::TipPaid,
        }
    }
}

impl MovementKind {
    /// Whether somebody made it by hand: an invoice's own are no business of whoever counts.
    pub const fn is_by_hand(self) -> bool {
        match self {
            Self::In | Self::Out | Self::Bank | Self::TipPaid => true,
            Self::Sale | Self::Refund => false,
        }
    }

    /// The amount as it changes the cash in the drawer.
    pub fn signed(self, amount: Paise) -> Paise {
        match self {
            Self::Sale | Self::In => amount,
            Self::Refund | Self::Out | Self::Bank | Self::TipPaid => Paise::ZERO.minus(amount),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrawerMovement {
    pub id: DrawerMovementId,
    pub branch_id: BranchId,
    pub drawer_id: DrawerId,
    /// Stored as `kind_of`: a row's `kind` is that of the record.
    #[serde(rename = "kind_of")]
    pub kind: MovementKind,
    /// Positive: the kind says which way it went.
    pub amount: Paise,
    #[serde(default, skip_serializing_if = "is_default")]
    pub invoice_id: Option<InvoiceId>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub invoice_number: Option<DocumentNumber>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub note: Option<String>,
    pub by: String,
    /// Their name then; nobody looks at those of invoices one by one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by_name: Option<String>,
    pub at: Instant,
}

impl DrawerMovement {
    pub fn signed(&self) -> Paise {
        self.kind.signed(self.amount)
    }
}

impl Record for DrawerMovement {
    const KIND: &'static str = "drawer_movement";

    fn key(&self) -> Key {
        keys::drawer_movement(&self.branch_id, &self.drawer_id, &self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sales_and_money_in_add_to_the_drawer_and_all_else_takes_out_of_it() {
        let adds: Vec<&str> = MovementKind::ALL
            .iter()
            .filter(|kind| kind.signed(Paise(5)) == Paise(5))
            .map(|kind| kind.as_str())
            .collect();
        assert_eq!(adds, ["sale", "in"]);
        assert_eq!(MovementKind::Refund.signed(Paise(5)), Paise(-5));
    }

    #[test]
    fn what_is_done_by_hand_has_the_same_name_as_its_movement() {
        for kind in HandKind::ALL {
            let movement = MovementKind::from(*kind);
            assert_eq!(movement.as_str(), kind.as_str());
            assert!(movement.is_by_hand());
        }
        assert_eq!(MovementKind::ALL.iter().filter(|kind| kind.is_by_hand()).count(), HandKind::ALL.len());
    }
}
