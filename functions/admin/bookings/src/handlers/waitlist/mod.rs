//! A file per verb.

pub mod end;
pub mod line;
pub mod offer;
