//! The table of contents of this group.

use parlour::operations::{
    AuditAnswer, AuditRequest, IntegrationAnswer, IntegrationList, JobLogRequest, JobRunsAnswer,
    NotificationLogRequest, NotificationsLogAnswer,
};
use parlour::role::Role;
use parlour::settings::App;
use parlour::web::{Routes, public, role};

use crate::handlers::{integrations, logs, openapi};

pub fn routes() -> Routes {
    Routes::new(App::Admin)
        .get(
            "/api/integrations",
            integrations::list,
            role(Role::Developer, "The services around ours").answers::<IntegrationList>(),
        )
        .post(
            "/api/integrations/{key}/test",
            integrations::test,
            role(Role::Developer, "Try an integration out").answers::<IntegrationAnswer>(),
        )
        .get(
            "/api/logs/audit",
            logs::audit,
            role(Role::Developer, "Who changed what").asks::<AuditRequest>().answers::<AuditAnswer>(),
        )
        .get(
            "/api/logs/jobs",
            logs::jobs,
            role(Role::Developer, "What ran").asks::<JobLogRequest>().answers::<JobRunsAnswer>(),
        )
        .get(
            "/api/logs/notifications",
            logs::notifications,
            role(Role::Developer, "What did not reach people")
                .asks::<NotificationLogRequest>()
                .answers::<NotificationsLogAnswer>(),
        )
        .get("/api/openapi.json", openapi::document, public("This app as an OpenAPI 3.1 document"))
}
