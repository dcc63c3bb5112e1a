//! A file per verb, in a folder per noun.

pub mod branches {
    mod create;
    mod detail;
    mod list;
    mod patch;

    pub use {create::create, detail::detail, list::list, patch::patch};
}

pub mod branding {
    mod patch;
    mod read;

    pub use {patch::patch, read::read};
}

pub mod pictures {
    mod upload;

    pub use upload::upload;
}

pub mod settings {
    mod patch;
    mod read;

    pub use {patch::patch, read::read};
}
