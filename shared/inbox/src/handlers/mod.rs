//! A file per verb.

pub mod feed;
pub mod push_key;
pub mod read;
pub mod subscribe;
pub mod token;
pub mod unsubscribe;
