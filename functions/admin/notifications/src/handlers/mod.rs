//! A file per verb.

pub mod feed;
pub mod read;
pub mod token;
