//! The desk's books: invoices looked up, voided, given back in part, and what a day took.

mod credit;
mod error;
mod read;
mod request;
mod store;
mod view;
mod void;

pub use error::BillingError;
pub use request::{CreditNoteRequest, DayTakingsRequest, InvoiceListRequest, VoidRequest};
pub use store::Billing;
pub use view::{ByPaymentMethod, DayTakings, InvoiceList, InvoiceTotals, Queued};
