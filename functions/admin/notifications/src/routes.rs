//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Code, Routes, public, role};
use parlour_platform::notifications::{
    FeedAnswer, PushKeyAnswer, ReadRequest, SubscribeRequest, TokenView, UnsubscribeRequest,
};
use parlour_settings::App;
use parlour_setup::messages::{MessageKind, MessageTemplateList, MessageTemplateView, PutMessageTemplateRequest};
use parlour_storage::paging::FeedPage;
use parlour_values::done::Done;
use parlour_values::role::Role;

use crate::handlers::feed::feed;
use crate::handlers::push_key::push_key;
use crate::handlers::read::read;
use crate::handlers::subscribe::subscribe;
use crate::handlers::templates;
use crate::handlers::token::token;
use crate::handlers::unsubscribe::unsubscribe;

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get(
            "/api/notifications",
            feed,
            role(Role::Staff, "The caller's own notifications, newest first")
                .id("notifications.list")
                .about(
                    "The caller's own, newest first, with the number of unread ones; the desk's alerts are among \
                     them.",
                )
                .asks::<FeedPage>()
                .answers::<FeedAnswer>(),
        )
        .patch(
            "/api/notifications",
            read,
            role(Role::Staff, "Mark notifications as read")
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
            role(Role::Staff, "Subscribe this browser to pushes")
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
            role(Role::Staff, "Unsubscribe this browser from pushes")
                .id("push.unsubscribe")
                .about("Switches the caller's subscription off; an unknown endpoint is no error.")
                .takes::<UnsubscribeRequest>()
                .answers::<Done>(),
        )
        .post(
            "/api/ably/token",
            token,
            role(Role::Staff, "A token request for the realtime channels")
                .id("realtime.token")
                .about(
                    "A signed token request for the realtime provider: it allows to subscribe to the caller's own \
                     channel and, from receptionist on, to the desk's, for 15 minutes. Where realtime is not \
                     configured it is refused, and clients poll.",
                )
                .refuses(&[Code::ServiceUnavailable])
                .answers::<TokenView>(),
        )
        .get(
            "/api/message-templates",
            templates::list,
            role(Role::Owner, "The templates of messages to phones")
                .id("messageTemplates.list")
                .about("Those that are saved, by kind and language, each with the length of its SMS.")
                .answers::<MessageTemplateList>(),
        )
        .get(
            "/api/message-templates/{kind}/{language}",
            templates::view,
            role(Role::Owner, "The template of a kind of message in a language")
                .id("messageTemplates.view")
                .about(format!(
                    "`language` is `en` or `hi`. Not found while nothing is saved for it. {}",
                    variables_by_kind()
                ))
                .answers::<MessageTemplateView>(),
        )
        .put(
            "/api/message-templates/{kind}/{language}",
            templates::put,
            role(Role::Owner, "Save the template of a kind of message in a language")
                .id("messageTemplates.put")
                .about(format!(
                    "`language` is `en` or `hi`. `text` has its variables in braces; it is what Meta and the carriers have \
                     approved under `whatsappName` and `dltTemplateId`, each variable in its place. It is written without \
                     `₹`, which SMS does not know. `sms` counts the text with examples, `preview`: the GSM alphabet takes \
                     160 letters, then 153 a segment, others 70, then 67. {}",
                    variables_by_kind()
                ))
                .takes::<PutMessageTemplateRequest>()
                .answers::<MessageTemplateView>(),
        )
}

/// What each kind's texts may use, as OpenAPI lists it.
fn variables_by_kind() -> String {
    let kinds = MessageKind::ALL.iter().map(|kind| {
        let variables: Vec<String> = kind.variables().iter().map(|variable| format!("`{{{variable}}}`")).collect();
        format!("`{kind}` {}", variables.join(", "))
    });
    format!("Kinds and their variables: {}.", kinds.collect::<Vec<_>>().join("; "))
}
