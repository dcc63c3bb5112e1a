//! Setup: what a manager sets up before anybody can book: branches, services, branding.

pub mod branches;
pub mod branding;
pub mod catalogue;
