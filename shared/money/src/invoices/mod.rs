//! Invoices: the tax inside a price, the numbers on paper, and the document a customer is given.

mod credit_note;
mod credit_note_row;
#[cfg(test)]
mod document_tests;
mod invoice;
mod late_payment;
mod payment;
mod request;
mod row;
#[cfg(test)]
mod row_tests;
mod sale;
mod store;
mod view;

pub use credit_note::{CreditLine, CreditNote, Refund, Restocked, credit, credit_each};
pub use invoice::{Credited, Invoice, InvoiceGems, InvoiceLine, LineKind, PreviousVisit};
pub use late_payment::LatePayment;
pub use payment::{Paying, Payment, PaymentProblem, Settlement, Tip, largest, received};
pub use request::PaymentRequest;
pub use sale::{InvoiceBuyer, Sale, SoldItem, SoldMembership};

pub use store::Invoices;
pub use view::{
    CreditNoteAnswer, CreditNoteView, InvoiceAnswer, InvoiceDetail, InvoiceDetailAnswer, InvoiceLineView, InvoiceRow,
    InvoiceView, PaymentView, RefundView, RestockedView, TipView,
};
