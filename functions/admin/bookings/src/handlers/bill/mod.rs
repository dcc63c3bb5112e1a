//! The bill of a visit: read, edited by version, approved, dropped.

pub mod approve;
pub mod drop;
pub mod put;
pub mod view;
