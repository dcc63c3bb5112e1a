//! People who asked, and how far the salon has got with them.

pub mod status;
