//! A file per verb.

pub mod feed;
pub mod push_key;
pub mod read;
pub mod subscribe;
pub mod templates {
    mod list;
    mod put;
    mod view;

    pub use {list::list, put::put, view::view};
}
pub mod token;
pub mod unsubscribe;
