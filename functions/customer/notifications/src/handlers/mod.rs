//! A file per verb.

pub mod feed;
pub mod read;
pub mod subscribe;
pub mod token;
pub mod unsubscribe;
