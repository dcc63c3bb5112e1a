//! Invoices: the tax inside a price, the numbers on paper, and the document a customer is given.

mod credit_note;
mod credit_note_row;
#[cfg(test)]
mod document_tests;
mod invoice;
mod row;
mod sale;
mod store;
mod view;

pub use credit_note::{CreditLine, CreditNote, credit};
pub use invoice::{Credited, Invoice, InvoiceGems, InvoiceLine, PreviousVisit};

pub use sale::{Sale, SoldItem, SoldMembership};

pub use store::Invoices;
pub use view::{
    CreditNoteAnswer, CreditNoteView, InvoiceAnswer, InvoiceDetail, InvoiceDetailAnswer, InvoiceLineView, InvoiceRow,
    InvoiceView,
};
