//! The developers' part: integrations, logs and the event feed.

mod feed;
mod integrations;
mod job_run;
mod logs;

pub use feed::{BrokenView, EventsAnswer, EventsRequest, VerifyAnswer, VerifyRequest};
pub use integrations::{Integration, IntegrationAnswer, IntegrationList, IntegrationView, TestError};
pub use job_run::{JobRun, RunOutcome};
pub use logs::{
    AuditAnswer, AuditRequest, AuditView, JobLogRequest, JobRunView, JobRunsAnswer, LogError, NotificationLogRequest,
    NotificationLogView, NotificationsLogAnswer,
};

use parlour_storage::salon::Salon;

pub struct Operations<'a>(pub(crate) &'a Salon);

impl<'a> Operations<'a> {
    pub fn of(salon: &'a Salon) -> Self {
        Self(salon)
    }
}
