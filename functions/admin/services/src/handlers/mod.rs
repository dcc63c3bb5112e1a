//! One file per thing that is looked after.

pub mod categories;
pub mod services;
