//! The routes of this group: who may call each, what it takes and what it answers.

use parlour::done::Done;
use parlour::notifications::{FeedAnswer, PushKeyAnswer, ReadRequest, SubscribeRequest, TokenView, UnsubscribeRequest};
use parlour::paging::FeedPage;
use parlour::role::Role;
use parlour::settings::App;
use parlour::web::{Routes, public, role};

use crate::handlers::{
    feed::feed, push_key::push_key, read::read, subscribe::subscribe, token::token, unsubscribe::unsubscribe,
};

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
        .get(
            "/api/push/key",
            push_key,
            public("The key that a browser subscribes to pushes with").answers::<PushKeyAnswer>(),
        )
        .post(
            "/api/push/subscribe",
            subscribe,
            role(Role::Staff, "Subscribe this browser to pushes")
                .idempotent()
                .takes::<SubscribeRequest>()
                .creates::<Done>(),
        )
        .delete(
            "/api/push/subscribe",
            unsubscribe,
            role(Role::Staff, "Unsubscribe this browser from pushes").takes::<UnsubscribeRequest>().answers::<Done>(),
        )
        .post(
            "/api/ably/token",
            token,
            role(Role::Staff, "A token request for the realtime channels").answers::<TokenView>(),
        )
}
