//! A file per verb.

pub mod accept;
pub mod decline;
pub mod end;
pub mod list;
pub mod wish;
