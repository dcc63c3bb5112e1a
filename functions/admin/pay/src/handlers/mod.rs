//! A file per verb, in a folder per noun.

pub mod commission {
    mod set;
    mod view;

    pub use {set::set, view::view};
}

pub mod pay {
    mod adjust;
    mod close;
    mod person;
    mod sheet;

    pub use {adjust::adjust, close::close, person::person, sheet::sheet};
}
