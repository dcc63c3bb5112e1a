//! The routes of this group: who may call each, what it takes and what it answers.

use parlour::done::Done;
use parlour::operations::{
    AuditAnswer, AuditRequest, EventsAnswer, EventsRequest, IntegrationAnswer, IntegrationList, JobLogRequest,
    JobRunsAnswer, NotificationLogRequest, NotificationsLogAnswer, VerifyAnswer, VerifyRequest,
};
use parlour::role::Role;
use parlour::settings::App;
use parlour::tokens::{CreateTokenRequest, CreatedToken, ListTokensRequest, TokenList};
use parlour::web::{Code, Routes, public, role};

use crate::handlers::{events, integrations, logs, openapi, tokens};

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
                .about("Compares every event of these days with the hash chain. A changed, removed or inserted one is named; `head` is the last hash, which the daily sales report carries too.")
                .asks::<VerifyRequest>()
                .answers::<VerifyAnswer>(),
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
                     there.",
                )
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
            "/api/openapi.json",
            openapi::document,
            public("This app as an OpenAPI 3.1 document")
                .id("api.document")
                .about("This document, with the address and the cookie that are in force where it is served.")
                .answers_document()
                .revalidated(),
        )
}
