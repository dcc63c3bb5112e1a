//! A file per verb.

pub mod gems;
pub mod membership;
