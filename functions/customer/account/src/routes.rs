//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Routes, role};
use parlour_money::gems::GemsView;
use parlour_money::memberships::OwnMembership;
use parlour_settings::App;
use parlour_storage::paging::FeedPage;
use parlour_values::role::Role;

use crate::handlers::gems::gems;
use crate::handlers::membership::membership;

pub fn routes() -> Routes {
    Routes::new(App::Customer)
        .get(
            "/api/gems",
            gems,
            role(Role::Customer, "Gems: balance, history, what they buy")
                .id("gems.view")
                .about(
                    "The balance, the history newest first, and the services that gems buy. The first read opens the \
                     account. `meta.totalPages` is one more than this page while there may be more.",
                )
                .asks::<FeedPage>()
                .answers::<GemsView>(),
        )
        .get(
            "/api/membership",
            membership,
            role(Role::Customer, "The caller's membership with its sessions, and earlier ones")
                .id("membership.view")
                .about("The active membership or `null`, the sessions taken from it, and earlier memberships.")
                .answers::<OwnMembership>(),
        )
}
