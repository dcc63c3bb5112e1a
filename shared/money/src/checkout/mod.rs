//! The counter: the bill of a visit before it is paid, and its completion.

mod bill;
mod bill_request;
mod bill_view;
mod bills;
mod complete;
mod edit;
mod lines;
mod offer_day;
mod open_bill;
mod priced_bill;
mod request;
mod sell;
mod view;

pub use bill::Bill;
pub use bill_request::{ApproveBillRequest, PutBillRequest};
pub use bill_view::{BillAnswer, BillLineView, BillView, CoveredBy};
pub use complete::{Checkout, CompleteError};
pub use offer_day::OfferDay;
pub use open_bill::{ApplicableOffer, OpenBill};
pub use request::CompleteRequest;
pub use sell::{SaleCustomer, SaleLineRequest, SaleRequest};
pub use view::{Completed, CompletedBill, CompletedInvoice};
