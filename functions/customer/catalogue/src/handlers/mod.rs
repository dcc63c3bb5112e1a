//! A file per verb, in a folder per noun.

pub mod availability {
    mod slots;

    pub use slots::slots;
}

pub mod branches {
    mod list;

    pub use list::list;
}

pub mod branding {
    mod read;

    pub use read::read;
}

pub mod health {
    mod check;

    pub use check::check;
}

pub mod offers {
    mod running;

    pub use running::running;
}

pub mod openapi {
    mod document;

    pub use document::document;
}

pub mod services {
    mod by_slug;
    mod list;

    pub use {by_slug::by_slug, list::list};
}
