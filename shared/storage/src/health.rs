//! The health check: whether the table responds, and what is configured.

use serde::Serialize;
use utoipa::ToSchema;

use crate::salon::Salon;
use crate::table::keys;
use parlour_values::text_enum::text_enum;
use parlour_values::time::{Instant, Stopwatch};

text_enum! {
    pub enum CheckStatus {
        Ok => "ok",
        Unconfigured => "unconfigured",
        Down => "down",
    }
}

text_enum! {
    pub enum OverallStatus {
        Ok => "ok",
        Degraded => "degraded",
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Health {
    pub status: OverallStatus,
    pub version: String,
    pub time: Instant,
    pub checks: Checks,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Checks {
    pub database: DatabaseCheck,
    pub queue: Check,
    pub email: Check,
    pub push: Check,
    pub realtime: Check,
    pub invoicing: Check,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseCheck {
    pub status: CheckStatus,
    pub latency_ms: u64,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Check {
    pub status: CheckStatus,
}

impl Check {
    fn configured(configured: bool) -> Self {
        Self { status: if configured { CheckStatus::Ok } else { CheckStatus::Unconfigured } }
    }
}

/// The table did not answer.
#[derive(Debug, thiserror::Error)]
#[error("the database is unreachable")]
pub struct Unreachable;

impl Salon {
    pub async fn health(&self) -> Result<Health, Unreachable> {
        let watch = Stopwatch::start();
        if let Err(error) = self.table.touch(&keys::heartbeat()).await {
            tracing::error!(%error, "the health check failed");
            return Err(Unreachable);
        }
        let settings = &self.settings;
        Ok(Health {
            status: OverallStatus::Ok,
            version: settings.version.clone(),
            time: self.clock.now(),
            checks: Checks {
                database: DatabaseCheck { status: CheckStatus::Ok, latency_ms: watch.elapsed_ms() },
                queue: Check::configured(settings.jobs_queue_url.is_some()),
                email: Check::configured(settings.email_from.is_some()),
                push: Check::configured(settings.vapid_private_key.is_configured()),
                realtime: Check::configured(settings.ably_api_key.is_configured()),
                // The service's address is useless without the signing key.
                invoicing: Check::configured(
                    settings.invoicing_url.is_some() && settings.invoicing_secret.is_configured(),
                ),
            },
        })
    }
}
