//! A file per verb.

pub mod create;
pub mod detail;
pub mod list;
pub mod patch;
