//! A file per verb.

pub mod capture;
