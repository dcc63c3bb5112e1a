//! A file per verb, in a folder per noun.

pub mod movements {
    mod create;
    mod list;

    pub use {create::create, list::list};
}

pub mod products {
    mod create;
    mod delete;
    mod detail;
    mod list;
    mod patch;

    pub use {create::create, delete::delete, detail::detail, list::list, patch::patch};
}
