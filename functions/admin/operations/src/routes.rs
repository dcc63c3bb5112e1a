//! The routes of this group: who may call each, what it takes and what it answers.

use parlour_http::{Code, Routes, public, role};
use parlour_people::customers::{AccessLog, AccessLogRequest};
use parlour_people::tokens::{CreateTokenRequest, CreatedToken, ListTokensRequest, TokenList};
use parlour_platform::operations::{
    AuditAnswer, AuditRequest, EventsAnswer, EventsRequest, IntegrationAnswer, IntegrationList, JobLogRequest,
    JobRunsAnswer, NotificationLogRequest, NotificationsLogAnswer, VerifyAnswer, VerifyRequest,
};
use parlour_platform::webhooks::{
    CreateWebhookRequest, DeliveriesRequest, DeliveryAnswer, DeliveryList, PatchWebhookRequest, ReplayRequest,
    SecretWebhookAnswer, WebhookAnswer, WebhookList,
};
use parlour_settings::App;
use parlour_values::done::Done;
use parlour_values::role::Role;

use crate::handlers::{events, integrations, logs, openapi, tokens, webhooks};

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get(
            "/api/events",
            events::list,
            role(Role::Developer, "What happened, in one order that never changes")
                .id("events.list")
                .about("Every change as one event, oldest first, kept for 90 days; an event may take some seconds to appear. Give `nextCursor` as `after` to go on: nothing ever appears behind a cursor that was read.")
                .asks::<EventsRequest>()
                .answers::<EventsAnswer>(),
        )
        .get(
            "/api/integrations",
            integrations::list,
            role(Role::Developer, "The integrations and how they are configured")
                .id("integrations.list")
                .about("What is configured and how it went last; never a secret.")
                .answers::<IntegrationList>(),
        )
        .post(
            "/api/integrations/{key}/test",
            integrations::test,
            role(Role::Developer, "Test an integration")
                .id("integrations.test")
                .about("Sends a test through the service, and says how it went.")
                .refuses(&[Code::UpstreamError])
                .answers::<IntegrationAnswer>(),
        )
        .get(
            "/api/logs/audit",
            logs::audit,
            role(Role::Developer, "The audit log")
                .id("logs.audit")
                .about("Every write, newest first, with personal data masked; `nextCursor` leads to the next page.")
                .asks::<AuditRequest>()
                .answers::<AuditAnswer>(),
        )
        .get(
            "/api/logs/audit/verify",
            logs::verify,
            role(Role::Developer, "Whether the audit log is as it was sealed")
                .id("logs.verify")
                .about("Compares every event of these days with the hash chain. A changed, removed or inserted one is named, and so is one that has expired, as such; `head` is the last hash, which the daily sales report carries too. Where the days hold too much for one answer, `isCut` is true and `nextFrom` the day to go on with.")
                .asks::<VerifyRequest>()
                .answers::<VerifyAnswer>(),
        )
        .get(
            "/api/logs/access",
            logs::access,
            role(Role::Owner, "Who looked at a customer")
                .id("logs.access")
                .about(
                    "Who looked at a customer's page, and who exported a list in which customers are (`what` is `export`, \
                     `list` says which: such a line stands with every customer), by the day, the last first; kept for a \
                     year.",
                )
                .asks::<AccessLogRequest>()
                .answers::<AccessLog>(),
        )
        .get(
            "/api/logs/jobs",
            logs::jobs,
            role(Role::Developer, "Runs of jobs")
                .id("logs.jobs")
                .about("Recent runs with their outcome.")
                .asks::<JobLogRequest>()
                .answers::<JobRunsAnswer>(),
        )
        .get(
            "/api/logs/notifications",
            logs::notifications,
            role(Role::Developer, "Notifications by delivery status")
                .id("logs.notifications")
                .about("By status; what failed and why.")
                .asks::<NotificationLogRequest>()
                .answers::<NotificationsLogAnswer>(),
        )
        .get(
            "/api/tokens",
            tokens::list,
            role(Role::Developer, "Tokens of programs")
                .id("tokens.list")
                .about("Newest first, with the day of their last use; never a token itself.")
                .asks::<ListTokensRequest>()
                .answers::<TokenList>(),
        )
        .post(
            "/api/tokens",
            tokens::create,
            role(Role::Developer, "Create a token for a program")
                .id("tokens.create")
                .about(
                    "Sent as `Authorization: Bearer …` the token has the rights of `role`, which must not be above the \
                     caller's own; with the scope `read` alone it cannot write, `write` includes `read`, and both are the \
                     default. `token` is shown here and never again: a repeat under the same `Idempotency-Key` has `null` \
                     there. One person has at most 20 tokens that have not ended, and a token is refused once whoever made it \
                     is suspended or below its role.",
                )
                .refuses(&[Code::BusinessRuleViolation])
                .idempotent()
                .people_only()
                .takes::<CreateTokenRequest>()
                .creates::<CreatedToken>(),
        )
        .delete(
            "/api/tokens/{id}",
            tokens::revoke,
            role(Role::Developer, "Revoke a token")
                .id("tokens.revoke")
                .about("Its next request is refused.")
                .answers::<Done>(),
        )
        .get(
            "/api/webhooks",
            webhooks::list,
            role(Role::Developer, "Webhooks")
                .id("webhooks.list")
                .about("Newest first; never a secret.")
                .answers::<WebhookList>(),
        )
        .post(
            "/api/webhooks",
            webhooks::create,
            role(Role::Developer, "Create a webhook")
                .id("webhooks.create")
                .about(
                    "From now on, events of these types (where none is named, all but `mcp.called`) are posted to `url` as the \
                     feed shows them, signed as Standard Webhooks has it. What is not answered with a 2xx within 10 seconds is \
                     sent again after 5 seconds, 5 minutes, 30 minutes, 2, 5, 10 and 14 hours; 410, or five days of nothing \
                     but failure, switches the webhook off. `url` is https on port 443, without a user name, and leads to no \
                     private, loopback or link-local address; redirects are not followed. `secret` is shown here and never \
                     again: a repeat under the same `Idempotency-Key` has `null` there.",
                )
                .idempotent()
                .takes::<CreateWebhookRequest>()
                .creates::<SecretWebhookAnswer>(),
        )
        .patch(
            "/api/webhooks/{id}",
            webhooks::patch,
            role(Role::Developer, "Change a webhook, or switch it on or off")
                .id("webhooks.change")
                .about("Switched on again, it gets what happens from then on; `replay` sends what it missed.")
                .takes::<PatchWebhookRequest>()
                .answers::<WebhookAnswer>(),
        )
        .delete(
            "/api/webhooks/{id}",
            webhooks::delete,
            role(Role::Developer, "Delete a webhook")
                .id("webhooks.delete")
                .about("What is on its way to it is dropped.")
                .answers::<Done>(),
        )
        .post(
            "/api/webhooks/{id}/rotate",
            webhooks::rotate,
            role(Role::Developer, "Give a webhook a new secret")
                .id("webhooks.rotate")
                .about("The old secret signs along for 24 hours. `secret` is shown here and never again.")
                .answers::<SecretWebhookAnswer>(),
        )
        .post(
            "/api/webhooks/{id}/test",
            webhooks::test,
            role(Role::Developer, "Send a test event to a webhook")
                .id("webhooks.test")
                .about("The event `webhook.tested` goes to this webhook alone, whatever types it asked for.")
                .answers::<Done>(),
        )
        .get(
            "/api/webhooks/{id}/deliveries",
            webhooks::deliveries,
            role(Role::Developer, "What was sent to a webhook")
                .id("webhooks.deliveries")
                .about("Newest events first, for 30 days; an event appears once it has been tried.")
                .asks::<DeliveriesRequest>()
                .answers::<DeliveryList>(),
        )
        .post(
            "/api/webhooks/{id}/deliveries/{deliveryId}/redeliver",
            webhooks::redeliver,
            role(Role::Developer, "Send an event to a webhook once more")
                .id("webhooks.redeliver")
                .about("From the first try on, whatever came of it before.")
                .answers::<DeliveryAnswer>(),
        )
        .post(
            "/api/webhooks/{id}/replay",
            webhooks::replay,
            role(Role::Developer, "Send a webhook once more what is in the feed")
                .id("webhooks.replay")
                .about("Everything behind `after`, a cursor of the feed, that is of its types.")
                .takes::<ReplayRequest>()
                .answers::<Done>(),
        )
        .get(
            "/api/openapi.json",
            openapi::document,
            public("This app as an OpenAPI 3.1 document")
                .id("api.document")
                .about("This document, with the address and the cookie that are in force where it is served.")
                .answers_document()
                .revalidated(),
        )
}
