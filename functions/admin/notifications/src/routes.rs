//! The routes of this group: who may call each, what it takes and what it answers.

use parlour::done::Done;
use parlour::notifications::{FeedAnswer, ReadRequest, TokenView};
use parlour::paging::FeedPage;
use parlour::role::Role;
use parlour::settings::App;
use parlour::web::{Routes, role};

use crate::handlers::{feed::feed, read::read, token::token};

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get(
            "/api/notifications",
            feed,
            role(Role::Staff, "The caller's own notifications, newest first")
                .asks::<FeedPage>()
                .answers::<FeedAnswer>(),
        )
        .patch(
            "/api/notifications",
            read,
            role(Role::Staff, "Mark notifications as read").takes::<ReadRequest>().answers::<Done>(),
        )
        .post(
            "/api/ably/token",
            token,
            role(Role::Staff, "A token request for the realtime channels").answers::<TokenView>(),
        )
}
