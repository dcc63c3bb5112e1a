//! The routes: who may call each, what it takes and what it answers.

use parlour_http::{Code, Routes, public, role};
use parlour_platform::notifications::{
    FeedAnswer, PushKeyAnswer, ReadRequest, RealtimeToken, SubscribeRequest, UnsubscribeRequest,
};
use parlour_settings::App;
use parlour_storage::paging::FeedPage;
use parlour_values::done::Done;
use parlour_values::role::Role;

use crate::handlers::feed::feed;
use crate::handlers::push_key::push_key;
use crate::handlers::read::read;
use crate::handlers::subscribe::subscribe;
use crate::handlers::token::token;
use crate::handlers::unsubscribe::unsubscribe;

/// The routes of an app, for whoever has at least the role.
pub fn routes(app: App, lowest: Role) -> Routes {
    Routes::new(app)
        .get(
            "/api/notifications",
            feed,
            role(lowest, "The caller's own notifications, newest first")
                .id("notifications.list")
                .about(about_feed(app))
                .asks::<FeedPage>()
                .answers::<FeedAnswer>(),
        )
        .patch(
            "/api/notifications",
            read,
            role(lowest, "Mark notifications as read")
                .id("notifications.read")
                .about(
                    "Marks the named ones as read; without `ids`, or without a body, all of them. Others' ids are \
                     ignored.",
                )
                .takes::<ReadRequest>()
                .answers::<Done>(),
        )
        .get(
            "/api/push/key",
            push_key,
            public("The key that a browser subscribes to pushes with")
                .id("push.key")
                .about("The public half of the VAPID key. Refused where pushes are not configured.")
                .refuses(&[Code::ServiceUnavailable])
                .revalidated()
                .answers::<PushKeyAnswer>(),
        )
        .post(
            "/api/push/subscribe",
            subscribe,
            role(lowest, "Subscribe this browser to pushes")
                .id("push.subscribe")
                .about(
                    "Takes what the browser's push manager gives. A known endpoint becomes the caller's and active \
                     again; of more than ten the oldest makes room. The endpoint must be a browser vendor's push \
                     service.",
                )
                .idempotent()
                .takes::<SubscribeRequest>()
                .creates::<Done>(),
        )
        .delete(
            "/api/push/subscribe",
            unsubscribe,
            role(lowest, "Unsubscribe this browser from pushes")
                .id("push.unsubscribe")
                .about("Switches the caller's subscription off; an unknown endpoint is no error.")
                .takes::<UnsubscribeRequest>()
                .answers::<Done>(),
        )
        .post(
            "/api/ably/token",
            token,
            role(lowest, "A token request for the realtime channels")
                .id("realtime.token")
                .about(about_token(app))
                .refuses(&[Code::ServiceUnavailable])
                .answers::<RealtimeToken>(),
        )
}

fn about_feed(app: App) -> &'static str {
    match app {
        App::Customer => "Newest first, with the number of unread ones.",
        App::Admin => {
            "The caller's own, newest first, with the number of unread ones; the desk's alerts are among them."
        }
    }
}

fn about_token(app: App) -> &'static str {
    match app {
        App::Customer => {
            "A signed token request for the realtime provider: it allows to subscribe to the caller's own channel, for 15 \
             minutes. Where realtime is not configured it is refused, and clients poll."
        }
        App::Admin => {
            "A signed token request for the realtime provider: it allows to subscribe to the caller's own channel and, from \
             receptionist on, to the desk's, for 15 minutes. Where realtime is not configured it is refused, and clients \
             poll."
        }
    }
}
