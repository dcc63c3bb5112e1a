//! A file per verb, in a folder per noun.

pub mod calendar {
    mod end;
    mod read;
    mod share;

    pub use {end::end, read::read, share::share};
}

pub mod export;
pub mod gems;
pub mod membership;
