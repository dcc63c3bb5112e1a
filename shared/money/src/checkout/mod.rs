//! The counter: the bill of a visit before it is paid, and its completion.

mod bill;
mod bill_request;
mod bill_view;
mod bills;
mod complete;
mod counter;
mod desk_bill;
mod edit;
mod offer_day;
mod priced_bill;
mod request;
mod view;

pub use bill::Bill;
pub use bill_request::{ApproveBillRequest, PutBillRequest};
pub use bill_view::{
    ApprovalView, BillAnswer, BillLineKind, BillLineView, BillTotals, BillView, CoveredBy, MembershipOption,
    OfferOption,
};
pub use complete::{Checkout, CompleteError};
pub use counter::CounterRefusal;
pub(crate) use counter::{CounterRecords, CounterSale};
pub use desk_bill::{DeskBill, RedeemableService};
pub use offer_day::OfferDay;
pub use request::CompleteRequest;
pub use view::{Completed, CompletedBill, CompletedInvoice};
