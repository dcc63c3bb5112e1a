//! A file per verb, in a folder per noun.

pub mod calendar {
    mod end;
    mod read;
    mod share;

    pub use {end::end, read::read, share::share};
}

pub mod erasure {
    mod ask;
    mod take_back;

    pub use {ask::ask, take_back::take_back};
}

pub mod export;
pub mod gems;
pub mod membership;
