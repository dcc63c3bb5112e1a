//! Gems: what customers earn on service invoices and redeem against services.

mod account;
pub mod lots;
mod store;
mod transaction;
mod view;

pub use account::GemsAccount;
pub use store::GemsStore;
pub use transaction::{GemTransaction, GemTransactionType};
pub use view::{GemTransactionView, GemsSummary, GemsView, RedeemableService};
