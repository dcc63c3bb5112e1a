//! Commission rules, what people earned, and the pay of a month.

use super::key::Key;
use super::schedule::staff_partition;
use parlour_values::id::{BranchId, InvoiceId, PayAdjustmentId, StaffId};
use parlour_values::time::{Instant, Month};

/// The dated rules of a person, all in one item: a completion reads them with everything else.
pub fn commission_rules(id: &StaffId) -> Key {
    Key::new(staff_partition(id), "COMMISSION")
}

pub fn earnings_of_month(branch: &BranchId, month: Month) -> String {
    format!("EARNINGS#{branch}#{month}")
}

/// The sort key prefix of what a person earned.
pub fn earnings_of(staff: &StaffId) -> String {
    format!("{staff}#")
}

/// A person's earning by an invoice.
pub fn earning(branch: &BranchId, staff: &StaffId, at: Instant, invoice: &InvoiceId) -> Key {
    let month = earnings_of_month(branch, at.ist_date().calendar_month());
    Key::new(month, format!("{}{at}#{invoice}", earnings_of(staff)))
}

/// The part of it taken back, by a credit note or a void at this moment.
pub fn earning_undone(branch: &BranchId, staff: &StaffId, at: Instant, invoice: &InvoiceId, by: &str) -> Key {
    let Key { pk, sk } = earning(branch, staff, at, invoice);
    Key::new(pk, format!("{sk}#{by}"))
}

/// A month of the whole business: its state, its adjustments, and its sheets once it is closed.
pub fn pay_partition(month: Month) -> String {
    format!("PAY#{month}")
}

pub fn pay_month(month: Month) -> Key {
    Key::new(pay_partition(month), "MONTH")
}

pub const PAY_ADJUSTMENT_PREFIX: &str = "ADJUSTMENT#";

pub fn pay_adjustment(month: Month, id: &PayAdjustmentId) -> Key {
    Key::new(pay_partition(month), format!("{PAY_ADJUSTMENT_PREFIX}{id}"))
}

pub const PAY_SHEETS_PREFIX: &str = "SHEETS#";

/// Some of the people of a closed month.
pub fn pay_sheets(month: Month, number: usize) -> Key {
    Key::new(pay_partition(month), format!("{PAY_SHEETS_PREFIX}{number:03}"))
}
