//! The counter: the bill of a visit before it is paid, and its completion.

mod bill;
mod bill_request;
mod bill_view;
mod bills;
mod complete;
mod desk_bill;
mod edit;
mod offer_day;
mod people;
mod priced_bill;
mod prospects;
mod request;
mod sell;
mod view;

pub use bill::Bill;
pub use bill_request::{ApproveBillRequest, PutBillRequest};
pub use bill_view::{
    ApprovalView, BillAnswer, BillLineKind, BillLineView, BillTotals, BillView, CoveredBy, MembershipOption,
    OfferOption,
};
pub use complete::{Checkout, CompleteError};
pub use desk_bill::{DeskBill, ServiceForGems};
pub use offer_day::OfferDay;
pub use prospects::{ChosenVisit, Prospect, prospects};
pub use request::CompleteRequest;
pub use sell::{SaleCustomer, SaleLineRequest, SaleRequest};
pub use view::{Completed, CompletedBill, CompletedInvoice};
