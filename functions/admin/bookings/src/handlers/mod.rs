//! A file per verb.

pub mod bill;
pub mod cancel;
pub mod check_in;
pub mod complete;
pub mod decide;
pub mod link;
pub mod list;
pub mod lookups;
pub mod no_show;
pub mod repeats;
pub mod reschedule;
pub mod undo_check_in;
pub mod undo_no_show;
pub mod view;
pub mod waitlist;
pub mod walk_in;
