//! Drawers as the desk sees them. An open one shows nothing from which the cash that must be in it can be reckoned:
//! whoever counts it does so blind.

use serde::Serialize;
use utoipa::ToSchema;

use super::{ClosedDrawer, Denomination, DrawerMovement, MovementKind, OpenDrawer};
use crate::by_method::ByPaymentMethod;
use parlour_values::document_number::DocumentNumber;
use parlour_values::id::{BranchId, DrawerId, DrawerMovementId, InvoiceId};
use parlour_values::money::Paise;
use parlour_values::time::Instant;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DrawerMovementView {
    pub id: DrawerMovementId,
    pub drawer_id: DrawerId,
    pub kind: MovementKind,
    /// Positive: a sale and money in add to the drawer, all else takes out of it.
    pub amount_paise: Paise,
    pub invoice_id: Option<InvoiceId>,
    pub invoice_number: Option<DocumentNumber>,
    pub note: Option<String>,
    pub by: String,
    pub by_name: Option<String>,
    pub at: Instant,
}

impl From<&DrawerMovement> for DrawerMovementView {
    fn from(movement: &DrawerMovement) -> Self {
        Self {
            id: movement.id.clone(),
            drawer_id: movement.drawer_id.clone(),
            kind: movement.kind,
            amount_paise: movement.amount,
            invoice_id: movement.invoice_id.clone(),
            invoice_number: movement.invoice_number.clone(),
            note: movement.note.clone(),
            by: movement.by.clone(),
            by_name: movement.by_name.clone(),
            at: movement.at,
        }
    }
}

/// The drawer that is open, with what was moved by hand.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenDrawerView {
    pub id: DrawerId,
    pub branch_id: BranchId,
    pub opened_at: Instant,
    pub opened_by: String,
    pub opened_by_name: String,
    pub opening_paise: Paise,
    pub opening_note: Option<String>,
    /// Oldest first; those of invoices are shown once it is closed.
    pub movements: Vec<DrawerMovementView>,
}

impl OpenDrawerView {
    pub(super) fn new<'a>(
        branch: &BranchId,
        open: &OpenDrawer,
        movements: impl IntoIterator<Item = &'a DrawerMovement>,
    ) -> Self {
        Self {
            id: open.id.clone(),
            branch_id: branch.clone(),
            opened_at: open.opened_at,
            opened_by: open.opened_by.id.clone(),
            opened_by_name: open.opened_by.name.clone(),
            opening_paise: open.opening,
            opening_note: open.opening_note.clone(),
            movements: by_hand(movements),
        }
    }
}

pub(super) fn by_hand<'a>(movements: impl IntoIterator<Item = &'a DrawerMovement>) -> Vec<DrawerMovementView> {
    movements.into_iter().filter(|movement| movement.kind.is_by_hand()).map(Into::into).collect()
}

/// `null` where none is open.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenDrawerAnswer {
    pub drawer: Option<OpenDrawerView>,
    /// The cash the last one left, with which the next one opens; `null` before the first and while one is open.
    pub left_paise: Option<Paise>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OpenedDrawerAnswer {
    pub drawer: OpenDrawerView,
}

/// The movements by hand since the drawer was opened, oldest first; nothing while none is open.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HandMovements {
    pub movements: Vec<DrawerMovementView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MovementAnswer {
    pub movement: DrawerMovementView,
    /// Everything that was moved by hand since the drawer was opened, oldest first.
    pub movements: Vec<DrawerMovementView>,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DenominationView {
    pub value_paise: Paise,
    pub count: u32,
}

impl From<Denomination> for DenominationView {
    fn from(counted: Denomination) -> Self {
        Self { value_paise: counted.value, count: counted.count }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClosedDrawerView {
    pub id: DrawerId,
    pub branch_id: BranchId,
    pub opened_at: Instant,
    pub opened_by: String,
    pub opened_by_name: String,
    pub opening_paise: Paise,
    pub opening_note: Option<String>,
    pub closed_at: Instant,
    pub closed_by: String,
    pub closed_by_name: String,
    /// Oldest first.
    pub movements: Vec<DrawerMovementView>,
    /// The opening and all movements; `null` in a dry run, as is what follows from it: the count is blind.
    pub expected_paise: Option<Paise>,
    pub counted_paise: Paise,
    /// Counted less expected.
    pub difference_paise: Option<Paise>,
    pub denominations: Vec<DenominationView>,
    pub banked_paise: Paise,
    pub left_paise: Paise,
    pub note: Option<String>,
    /// The money invoices brought in while it was open, less what was given back on them.
    pub received_by_method: Option<ByPaymentMethod>,
}

impl ClosedDrawerView {
    pub(super) fn new<'a>(closed: &ClosedDrawer, movements: impl IntoIterator<Item = &'a DrawerMovement>) -> Self {
        Self {
            id: closed.id.clone(),
            branch_id: closed.branch_id.clone(),
            opened_at: closed.opened_at,
            opened_by: closed.opened_by.id.clone(),
            opened_by_name: closed.opened_by.name.clone(),
            opening_paise: closed.opening,
            opening_note: closed.opening_note.clone(),
            closed_at: closed.closed_at,
            closed_by: closed.closed_by.id.clone(),
            closed_by_name: closed.closed_by.name.clone(),
            movements: movements.into_iter().map(Into::into).collect(),
            expected_paise: Some(closed.expected),
            counted_paise: closed.counted,
            difference_paise: Some(closed.difference),
            denominations: closed.denominations.iter().copied().map(Into::into).collect(),
            banked_paise: closed.banked,
            left_paise: closed.left,
            note: closed.note.clone(),
            received_by_method: Some(closed.received),
        }
    }

    /// Without what only the count itself may bring to light.
    pub(super) fn blind(mut self) -> Self {
        self.movements.retain(|movement| movement.kind.is_by_hand());
        Self { expected_paise: None, difference_paise: None, received_by_method: None, ..self }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ClosedDrawerAnswer {
    pub drawer: ClosedDrawerView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DrawerHistory {
    pub drawers: Vec<ClosedDrawerView>,
}
