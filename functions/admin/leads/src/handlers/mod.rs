//! A file per verb.

pub mod capture;
pub mod detail;
pub mod list;
pub mod note;
pub mod patch;
