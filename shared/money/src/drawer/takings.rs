//! Money of an invoice on its way into the drawer or out of it: written in the invoice's own transaction.

use super::{DrawerMovement, MovementKind, Till};
use crate::by_method::ByPaymentMethod;
use parlour_setup::branches::Branch;
use parlour_storage::act::Act;
use parlour_storage::table::{Key, Stored, keys};
use parlour_storage::transaction::Transaction;
use parlour_values::document_number::DocumentNumber;
use parlour_values::id::{BranchId, DrawerId, InvoiceId, Random};
use parlour_values::money::Paise;

/// Cash that the branch takes or gives with an open drawer only, and none is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cash needs an open drawer here: open the drawer first")]
pub struct NoOpenDrawer;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Received,
    GivenBack,
}

/// The money one invoice brings in or gives back in one transaction, by all its payments together.
#[derive(Clone, Copy, Debug)]
pub struct Takings<'a> {
    pub direction: Direction,
    pub invoice_id: &'a InvoiceId,
    pub invoice_number: &'a DocumentNumber,
    /// Tips included, change not; never negative.
    pub by_method: ByPaymentMethod,
}

/// The row that [`record_cash`] must have read.
pub fn drawer_key(branch: &BranchId) -> Key {
    keys::till(branch)
}

/// Writes the takings to the drawer that is open, and says which one that is: the cash as a movement, the other methods
/// in the totals of the same row. One call in a transaction: it replaces the till as it was read. Without an open drawer
/// the cash is outside any, unless the branch requires one.
pub fn record_cash(
    transaction: &mut Transaction<'_>,
    till: Option<&Stored<Till>>,
    branch: &Branch,
    takings: Takings<'_>,
    act: &Act,
    random: &Random,
) -> Result<Option<DrawerId>, NoOpenDrawer> {
    let cash = takings.by_method.cash;
    let Some((read, open)) = till.and_then(|till| till.open.as_ref().map(|open| (till, open))) else {
        return if branch.settings.require_drawer && cash > Paise::ZERO { Err(NoOpenDrawer) } else { Ok(None) };
    };
    let kind = match takings.direction {
        Direction::Received => MovementKind::Sale,
        Direction::GivenBack => MovementKind::Refund,
    };
    if takings.by_method != ByPaymentMethod::default() {
        let mut open = open.moved(kind, cash);
        open.received.cash = open.received.cash.plus(kind.signed(cash));
        open.received.upi = open.received.upi.plus(kind.signed(takings.by_method.upi));
        open.received.card = open.received.card.plus(kind.signed(takings.by_method.card));
        transaction.replace(read, &read.with(open, act.at));
    }
    if cash > Paise::ZERO {
        transaction.create(&DrawerMovement {
            id: random.id(),
            branch_id: read.branch_id.clone(),
            drawer_id: open.id.clone(),
            kind,
            amount: cash,
            invoice_id: Some(takings.invoice_id.clone()),
            invoice_number: Some(takings.invoice_number.clone()),
            note: None,
            by: act.actor.id().to_owned(),
            by_name: None,
            at: act.at,
        });
    }
    Ok(Some(open.id.clone()))
}
