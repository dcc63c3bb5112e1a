//! Invoices: the tax inside a price, the numbers on paper, and the document a customer is given.

mod credit_note;
mod credit_note_row;
pub mod document;
pub mod gst;
mod invoice;
mod kinds;
pub mod number;
mod row;
mod sale;
mod seller;
mod series;
pub mod states;
mod store;
mod view;
pub mod words;

pub use credit_note::{CreditLine, CreditNote, credit};
pub use invoice::{Credited, Invoice, InvoiceGems, InvoiceLine, PreviousVisit};
pub use kinds::{InvoiceType, PaymentMethod, PaymentStatus};
pub use sale::{Sale, SoldItem};
pub use series::{NumberSeries, SeriesName};
pub use store::Invoices;
pub use view::{
    CreditNoteAnswer, CreditNoteView, InvoiceAnswer, InvoiceDetail, InvoiceDetailAnswer, InvoiceLineView, InvoiceRow,
    InvoiceView,
};
