//! The routes of this group: who may call each, what it takes and what it answers.

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
            role(Role::Developer, "The integrations and how they are configured").answers::<IntegrationList>(),
        )
        .post(
            "/api/integrations/{key}/test",
            integrations::test,
            role(Role::Developer, "Test an integration").answers::<IntegrationAnswer>(),
        )
        .get(
            "/api/logs/audit",
            logs::audit,
            role(Role::Developer, "The audit log").asks::<AuditRequest>().answers::<AuditAnswer>(),
        )
        .get(
            "/api/logs/jobs",
            logs::jobs,
            role(Role::Developer, "Runs of jobs").asks::<JobLogRequest>().answers::<JobRunsAnswer>(),
        )
        .get(
            "/api/logs/notifications",
            logs::notifications,
            role(Role::Developer, "Notifications by delivery status")
                .asks::<NotificationLogRequest>()
                .answers::<NotificationsLogAnswer>(),
        )
        .get("/api/openapi.json", openapi::document, public("This app as an OpenAPI 3.1 document"))
}
