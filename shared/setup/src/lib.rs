//! Setup: what a manager sets up before anybody can book: branches, services, branding, what is said to phones.

pub mod branches;
pub mod branding;
pub mod catalogue;
pub mod messages;
