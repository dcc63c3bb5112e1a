//! A month's papers as vouchers that Tally imports. Pure.
//!
//! Tally knows a ledger by its name and makes none: the salon's books need those that [`Ledger::name`] says. What is sold is
//! credited to the sales of its rate, to the taxes, to rounding and to the tips that are passed on; what was paid on that
//! day is debited to each way of paying, and the rest to the dues, which a receipt of a later day settles. A credit note is
//! the same the other way round, and takes back the tips that fell with it: the sale keeps those it was issued with, so that a
//! month that was imported stays as it was. A void invoice and a session's record are no vouchers.

mod ledger;
mod voucher;
mod xml;

pub use ledger::Ledger;
pub use voucher::{LedgerEntry, Voucher, VoucherKind};
pub use xml::written;
