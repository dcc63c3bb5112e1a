//! A file per verb, in a folder per noun.

pub mod customers {
    mod create;
    mod detail;
    mod edit;
    mod erase;
    mod keep;
    mod list;
    mod merge;
    mod note;
    mod overrule;

    pub use {
        create::create, detail::detail, edit::edit, erase::erase, keep::keep, list::list, merge::merge, note::note,
        overrule::overrule,
    };
}

pub mod tags {
    mod assign;
    mod create;
    mod list;
    mod unassign;

    pub use {assign::assign, create::create, list::list, unassign::unassign};
}
