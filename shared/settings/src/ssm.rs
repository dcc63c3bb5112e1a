//! Secrets kept as SSM parameters.

use std::sync::OnceLock;
use std::time::Duration;

use futures::future::BoxFuture;
use parlour_aws::{AwsAccount, CallError, CallLimits, JsonService, SYSTEMS_MANAGER};
use serde::{Deserialize, Serialize};

use crate::{SecretError, Vault};

/// One client for all the secrets of a process, made when the first of them is needed.
#[derive(Default)]
pub struct Ssm(OnceLock<JsonService>);

/// Long enough for a cold connection, short enough to leave the function time to say so.
const READ_WITHIN: Duration = Duration::from_secs(5);

/// Of one try, so that there is time for a second where a connection died while the function was frozen.
const LIMITS: CallLimits =
    CallLimits { connect: Duration::from_secs(1), answer: Duration::from_secs(2), whole: Duration::from_secs(2) };

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct GetParameter<'a> {
    name: &'a str,
    with_decryption: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct FoundParameter {
    parameter: Parameter,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Parameter {
    value: String,
}

impl Ssm {
    fn service(&self) -> Result<&JsonService, CallError> {
        if let Some(service) = self.0.get() {
            return Ok(service);
        }
        let account = AwsAccount::from_environment()?;
        let service = JsonService::connect(SYSTEMS_MANAGER, &account, Some(LIMITS))?;
        Ok(self.0.get_or_init(|| service))
    }

    async fn parameter(&self, name: &str) -> Result<String, CallError> {
        let request = GetParameter { name, with_decryption: true };
        let found: FoundParameter = self.service()?.call("GetParameter", &request).await?;
        Ok(found.parameter.value)
    }
}

impl Vault for Ssm {
    fn read<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<String, SecretError>> {
        Box::pin(async move {
            let why = match tokio::time::timeout(READ_WITHIN, self.parameter(name)).await {
                Ok(Ok(value)) => return Ok(value),
                Ok(Err(error)) => error.to_string(),
                Err(_) => "no answer in time".to_owned(),
            };
            tracing::error!(parameter = name, error = why, "secret unread");
            Err(SecretError { name: name.to_owned() })
        })
    }
}
