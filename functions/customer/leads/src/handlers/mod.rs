//! One file per verb.

pub mod capture;
