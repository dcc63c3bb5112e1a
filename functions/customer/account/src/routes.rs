//! The routes of this group: who may call each, what it takes and what it answers.

use parlour::gems::GemsView;
use parlour::memberships::OwnMembership;
use parlour::paging::FeedPage;
use parlour::role::Role;
use parlour::settings::App;
use parlour::web::{Routes, role};

use crate::handlers::{gems::gems, membership::membership};

pub fn routes() -> Routes {
    Routes::new(App::Customer)
        .get(
            "/api/gems",
            gems,
            role(Role::Customer, "Gems: balance, history, what they buy").asks::<FeedPage>().answers::<GemsView>(),
        )
        .get(
            "/api/membership",
            membership,
            role(Role::Customer, "The caller's membership with its sessions, and earlier ones")
                .answers::<OwnMembership>(),
        )
}
