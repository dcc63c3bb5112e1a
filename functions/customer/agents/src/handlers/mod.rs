//! A file per verb.

pub mod call;
