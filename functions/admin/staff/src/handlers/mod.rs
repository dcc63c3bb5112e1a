//! A file per verb.

pub mod add;
pub mod deactivate;
pub mod list;
pub mod patch;
pub mod view;
