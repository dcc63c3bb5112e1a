//! A file per verb.

pub mod run;
