//! A file per verb, in a folder per noun.

pub mod events {
    mod list;

    pub use list::list;
}

pub mod integrations {
    mod list;
    mod test;

    pub use {list::list, test::test};
}

pub mod logs {
    mod access;
    mod audit;
    mod jobs;
    mod notifications;
    mod verify;

    pub use {access::access, audit::audit, jobs::jobs, notifications::notifications, verify::verify};
}

pub mod openapi {
    mod document;

    pub use document::document;
}

pub mod tokens {
    mod create;
    mod list;
    mod revoke;

    pub use {create::create, list::list, revoke::revoke};
}

pub mod webhooks {
    mod create;
    mod delete;
    mod deliveries;
    mod list;
    mod patch;
    mod redeliver;
    mod replay;
    mod rotate;
    mod test;

    pub use {
        create::create, delete::delete, deliveries::deliveries, list::list, patch::patch, redeliver::redeliver,
        replay::replay, rotate::rotate, test::test,
    };
}
