//! Invoices: the tax inside a price, the numbers on paper, and the document a customer is given.

mod credit_note;
pub mod document;
pub mod documents;
pub mod gst;
mod invoice;
pub mod number;
mod series;
pub mod states;
mod store;
mod view;
pub mod words;

pub use credit_note::{CreditLine, CreditNote, credit};
pub use invoice::{Credited, Invoice, InvoiceGems, InvoiceLine, PreviousVisit};
pub use series::{NumberSeries, SeriesName};
pub use store::Invoices;
pub use view::{
    CreditNoteAnswer, CreditNoteView, InvoiceAnswer, InvoiceDetail, InvoiceDetailAnswer, InvoiceRow, InvoiceView,
};

use crate::text_enum::text_enum;

text_enum! {
    /// How the counter was paid.
    pub enum PaymentMethod {
        Cash => "cash",
        Upi => "upi",
        Card => "card",
    }

    /// Where an invoice stands. A void one keeps its number.
    pub enum PaymentStatus {
        Paid => "paid",
        Void => "void",
        PartiallyRefunded => "partially_refunded",
        Refunded => "refunded",
    }

    /// What was sold. Only services earn gems.
    pub enum InvoiceType {
        Service => "service",
        MembershipPurchase => "membership_purchase",
        MembershipSession => "membership_session",
    }
}

impl PaymentMethod {
    /// As it is printed for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::Cash => "Cash",
            Self::Upi => "UPI",
            Self::Card => "Card",
        }
    }
}
