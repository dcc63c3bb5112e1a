//! The counter: the bill of a visit before it is paid, and its completion.

mod complete;
mod lines;
mod offer_day;
mod open_bill;
mod request;
mod view;

pub use complete::{Checkout, CompleteError};
pub use offer_day::OfferDay;
pub use open_bill::{ApplicableOffer, OpenBill};
pub use request::CompleteRequest;
pub use view::{Bill, Completed, CompletedInvoice};
