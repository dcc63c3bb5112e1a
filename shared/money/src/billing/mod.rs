//! Invoices at the desk: reading, taking what is due, voiding, refunding, and the takings of a day.

mod affected;
mod credit;
mod dues;
mod error;
mod giving_back;
#[cfg(test)]
mod giving_back_tests;
mod list;
mod pay;
mod read;
mod request;
mod store;
mod view;
mod void;

pub use crate::by_method::ByPaymentMethod;
pub use error::BillingError;
pub use giving_back::CreditProblem;
pub use request::{
    CreditNoteRequest, DayTakingsRequest, DuesRequest, InvoiceListRequest, PayRequest, SendInvoiceRequest, VoidRequest,
};
pub use store::Billing;
use store::printed_again;
pub use view::{DayTakings, DueView, Dues, InvoiceList, InvoiceTotals, Queued};
