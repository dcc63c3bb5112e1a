//! A file per verb.

pub mod book;
pub mod calendar;
pub mod cancel;
pub mod invoice;
pub mod invoice_pdf;
pub mod links;
pub mod list;
pub mod reschedule;
pub mod view;
pub mod waitlist;
