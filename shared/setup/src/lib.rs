//! Setup: what a manager sets up before anybody can book: branches, services, branding, what is said to phones; and the
//! names of it all in the reader's language.

pub mod branches;
pub mod branding;
pub mod catalogue;
pub mod messages;
pub mod names;
