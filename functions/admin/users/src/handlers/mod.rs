//! A file per verb, in a folder per noun.

pub mod invites {
    mod invite;
    mod list;
    mod withdraw;

    pub use {invite::invite, list::list, withdraw::withdraw};
}

pub mod users {
    mod detail;
    mod end_identities;
    mod end_sessions;
    mod list;
    mod patch;

    pub use {detail::detail, end_identities::end_identities, end_sessions::end_sessions, list::list, patch::patch};
}
