//! A file per verb.

pub mod close;
pub mod current;
pub mod history;
pub mod move_cash;
pub mod movements;
pub mod open;
