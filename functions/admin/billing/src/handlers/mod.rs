//! A file per verb.

pub mod credit;
pub mod credit_note_pdf;
pub mod day;
pub mod detail;
pub mod dues;
pub mod list;
pub mod pay;
pub mod pdf;
pub mod sell;
pub mod send;
pub mod upi;
pub mod void;
