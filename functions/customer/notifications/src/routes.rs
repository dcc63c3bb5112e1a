//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Code, Routes, public, role};
use parlour_platform::notifications::{
    FeedAnswer, MarketingEnded, PushKeyAnswer, ReadRequest, SubscribeRequest, TokenView, UnsubscribeRequest,
};
use parlour_settings::App;
use parlour_storage::paging::FeedPage;
use parlour_values::done::Done;
use parlour_values::role::Role;

use crate::handlers::end_marketing::{end_marketing, to_page};
use crate::handlers::feed::feed;
use crate::handlers::push_key::push_key;
use crate::handlers::read::read;
use crate::handlers::subscribe::subscribe;
use crate::handlers::token::token;
use crate::handlers::unsubscribe::unsubscribe;
use crate::handlers::whatsapp::{receive, verify};

pub fn routes() -> Routes {
    Routes::new(App::Customer)
        .get(
            "/api/notifications",
            feed,
            role(Role::Customer, "The caller's own notifications, newest first")
                .id("notifications.list")
                .about("Newest first, with the number of unread ones.")
                .asks::<FeedPage>()
                .answers::<FeedAnswer>(),
        )
        .patch(
            "/api/notifications",
            read,
            role(Role::Customer, "Mark notifications as read")
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
            role(Role::Customer, "Subscribe this browser to pushes")
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
            role(Role::Customer, "Unsubscribe this browser from pushes")
                .id("push.unsubscribe")
                .about("Switches the caller's subscription off; an unknown endpoint is no error.")
                .takes::<UnsubscribeRequest>()
                .answers::<Done>(),
        )
        .get(
            "/api/unsubscribe/{token}",
            to_page,
            public("Redirect from a mail to the page that ends marketing mail")
                .id("marketing.unsubscribePage")
                .about("For mail programs that only follow links: nothing is changed by reading.")
                .redirects(),
        )
        .post(
            "/api/unsubscribe/{token}",
            end_marketing,
            public("End marketing mail with one click (RFC 8058)")
                .id("marketing.unsubscribe")
                .about(
                    "The address in `List-Unsubscribe` of birthday wishes and review requests. Switches the customer's \
                     `marketingConsent` off, without a sign-in; the body is not read, and a second call changes nothing. \
                     A token that we did not sign is not found.",
                )
                .answers::<MarketingEnded>(),
        )
        .post(
            "/api/ably/token",
            token,
            role(Role::Customer, "A token request for the realtime channels")
                .id("realtime.token")
                .about(
                    "A signed token request for the realtime provider: it allows to subscribe to the caller's own \
                     channel, for 15 minutes. Where realtime is not configured it is refused, and clients poll.",
                )
                .refuses(&[Code::ServiceUnavailable])
                .answers::<TokenView>(),
        )
        .get(
            "/api/webhooks/whatsapp",
            verify,
            public("Verify the webhook of WhatsApp")
                .id("whatsapp.verify")
                .about(
                    "WhatsApp asks with `hub.mode=subscribe`, `hub.verify_token` and `hub.challenge`; with the right token \
                     it gets the challenge back.",
                )
                .refuses(&[Code::Forbidden])
                .answers_file("text/plain"),
        )
        .post(
            "/api/webhooks/whatsapp",
            receive,
            public("Take what WhatsApp tells of messages and replies")
                .id("whatsapp.receive")
                .about(
                    "The body is as WhatsApp's Cloud API sends it, up to 3 MB, with its signature over the raw bytes in \
                     `X-Hub-Signature-256`. It is worked off later; the same once more changes nothing, and what is not \
                     known is taken and left.",
                )
                .signed()
                .refuses(&[Code::Unauthenticated, Code::ValidationError])
                .answers::<Done>(),
        )
}
