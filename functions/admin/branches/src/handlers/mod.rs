//! One file per thing that is looked after.

pub mod branches;
pub mod settings;
