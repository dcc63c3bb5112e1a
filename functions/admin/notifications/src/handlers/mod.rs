//! What the routes do.

pub mod feed;
pub mod read;
pub mod token;
