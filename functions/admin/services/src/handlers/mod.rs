//! A file per verb, in a folder per noun.

pub mod categories {
    mod create;
    mod delete;
    mod list;
    mod patch;

    pub use {create::create, delete::delete, list::list, patch::patch};
}

pub mod services {
    mod create;
    mod delete;
    mod detail;
    mod list;
    mod order;
    mod patch;

    pub use {create::create, delete::delete, detail::detail, list::list, order::order, patch::patch};
}
