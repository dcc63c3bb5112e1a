//! A file per verb.

pub mod credit;
pub mod credit_note_pdf;
pub mod day;
pub mod detail;
pub mod list;
pub mod pdf;
pub mod send;
pub mod upi;
pub mod void;
