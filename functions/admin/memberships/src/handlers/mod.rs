//! A file per verb, in a folder per noun.

pub mod memberships {
    mod cancel;
    mod detail;
    mod list;
    mod sell;
    mod session;

    pub use {cancel::cancel, detail::detail, list::list, sell::sell, session::session};
}

pub mod tiers {
    mod create;
    mod delete;
    mod list;
    mod patch;

    pub use {create::create, delete::delete, list::list, patch::patch};
}
