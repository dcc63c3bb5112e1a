//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Code, Routes, public};
use parlour_platform::notifications::MarketingEnded;
use parlour_settings::App;
use parlour_values::done::Done;
use parlour_values::role::Role;

use crate::handlers::end_marketing::{end_marketing, to_page};
use crate::handlers::whatsapp::{receive, verify};

pub fn routes() -> Routes {
    parlour_inbox::routes(App::Customer, Role::Customer)
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
