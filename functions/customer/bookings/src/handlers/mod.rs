//! One file per verb.

pub mod book;
pub mod calendar;
pub mod cancel;
pub mod list;
pub mod reschedule;
pub mod view;
