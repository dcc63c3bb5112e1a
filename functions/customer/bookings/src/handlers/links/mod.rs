//! By the link of a message, without a sign-in: a file per verb.

pub mod accept;
pub mod calendar;
pub mod cancel;
pub mod decline;
pub mod invoice_pdf;
pub mod reschedule;
pub mod shown;
pub mod view;
