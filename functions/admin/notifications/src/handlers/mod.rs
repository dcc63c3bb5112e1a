//! A file per verb.

pub mod templates {
    mod list;
    mod put;
    mod view;

    pub use {list::list, put::put, view::view};
}
