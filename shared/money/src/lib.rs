//! Money: what is paid, with what, and what comes of it.

pub mod billing;
mod by_method;
pub mod checkout;
pub mod counter;
pub mod csv;
pub mod customer_overview;
pub mod drawer;
pub mod gems;
pub mod gstr1;
pub mod invoices;
pub mod memberships;
pub mod offers;
pub mod owner_alerts;
pub mod pay;
pub mod pricing;
pub mod products;
mod range;
pub mod reports;
pub mod summaries;
pub mod tally;
pub mod upi;
