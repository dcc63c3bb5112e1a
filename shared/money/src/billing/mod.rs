//! Invoices at the desk: reading, voiding, refunding, and the takings of a day.

mod affected;
mod credit;
mod error;
mod read;
mod request;
mod store;
mod view;
mod void;

pub use crate::by_method::ByPaymentMethod;
pub use error::BillingError;
pub use request::{CreditNoteRequest, DayTakingsRequest, InvoiceListRequest, VoidRequest};
pub use store::Billing;
pub use view::{DayTakings, InvoiceList, InvoiceTotals, Queued};
