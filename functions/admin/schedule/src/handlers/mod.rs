//! A file per verb, in a folder per noun.

pub mod blocks {
    mod block;
    mod list;
    mod unblock;

    pub use {block::block, list::list, unblock::unblock};
}

pub mod closures {
    mod close;
    mod list;
    mod reopen;

    pub use {close::close, list::list, reopen::reopen};
}

pub mod leave {
    mod approve;
    mod list;
    mod reject;
    mod revoke;

    pub use {approve::approve, list::list, reject::reject, revoke::revoke};
}

pub mod me {
    mod earnings;
    mod schedule;
    mod set_pin;
    mod view;

    pub use {earnings::earnings, schedule::schedule, set_pin::set_pin, view::view};
}

pub mod my_calendar {
    mod end;
    mod share;

    pub use {end::end, share::share};
}

pub mod my_leave {
    mod ask;
    mod list;
    mod withdraw;

    pub use {ask::ask, list::list, withdraw::withdraw};
}

pub mod resources {
    mod create;
    mod delete;
    mod list;
    mod patch;

    pub use {create::create, delete::delete, list::list, patch::patch};
}

pub mod rosters {
    mod board;
    mod clear_day;
    mod day;
    mod weekly;

    pub use {board::board, clear_day::clear_day, day::day, weekly::weekly};
}
