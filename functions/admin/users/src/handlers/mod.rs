//! One file per verb.

pub mod detail;
pub mod end_sessions;
pub mod invite;
pub mod invites;
pub mod list;
pub mod patch;
pub mod withdraw;
