//! Alerts to the owner at once: left for the queue in the transaction of what happened.

use parlour_storage::act::Act;
use parlour_storage::outbox::{OutboxMessage, OwnerAlert, Task};
use parlour_storage::transaction::Transaction;
use parlour_values::id::{BranchId, DrawerId, InvoiceId, UserId};
use parlour_values::money::Paise;

/// Beyond ₹500 the owner is told of a drawer's difference.
const TOLD_BEYOND: Paise = Paise(50_000);

/// A discount that a manager let pass: more than a receptionist may take off.
#[derive(Clone, Copy, Debug)]
pub struct ApprovedDiscount<'a> {
    pub amount: Paise,
    pub effective_bps: u32,
    pub limit_bps: u32,
    pub approved_by: &'a UserId,
}

pub fn tell_owner_of_void(transaction: &mut Transaction<'_>, invoice: &InvoiceId, act: &Act) {
    let alert = OwnerAlert::InvoiceVoided { invoice_id: invoice.clone(), by: act.actor.id().to_owned() };
    tell(transaction, alert, act);
}

pub fn tell_owner_of_discount(
    transaction: &mut Transaction<'_>,
    invoice: &InvoiceId,
    discount: ApprovedDiscount<'_>,
    act: &Act,
) {
    let alert = OwnerAlert::DiscountApproved {
        invoice_id: invoice.clone(),
        amount_paise: discount.amount,
        effective_bps: discount.effective_bps,
        limit_bps: discount.limit_bps,
        approved_by: discount.approved_by.to_string(),
    };
    tell(transaction, alert, act);
}

/// Of a drawer that was closed just now, where it is far off.
pub(crate) fn tell_owner_of_difference(
    transaction: &mut Transaction<'_>,
    (branch_id, drawer_id): (&BranchId, &DrawerId),
    difference: Paise,
    act: &Act,
) {
    if difference.0.saturating_abs() > TOLD_BEYOND.0 {
        let (branch_id, drawer_id) = (branch_id.clone(), drawer_id.clone());
        tell(transaction, OwnerAlert::DrawerDiffered { branch_id, drawer_id, closed_at: act.at }, act);
    }
}

fn tell(transaction: &mut Transaction<'_>, alert: OwnerAlert, act: &Act) {
    transaction.enqueue(OutboxMessage::new(Task::OwnerAlert(alert), act.at));
}
