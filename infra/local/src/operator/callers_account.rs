//! The account of whoever runs a command: of the environment, or as the AWS CLI finds it.

use parlour_aws::{AwsAccount, Credentials};
use serde::Deserialize;
use tokio::process::Command;

use super::OperatorError;

/// What `aws configure export-credentials` prints. They last for a command.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Exported {
    access_key_id: String,
    secret_access_key: String,
    session_token: Option<String>,
}

pub(super) async fn callers_account(region: Option<String>) -> Result<AwsAccount, OperatorError> {
    let region = match region.or_else(|| variable("AWS_REGION")).or_else(|| variable("AWS_DEFAULT_REGION")) {
        Some(region) => region,
        None => aws_cli(&["configure", "get", "region"]).await.map_err(|_| OperatorError::NoRegion)?,
    };
    let credentials = match (variable("AWS_ACCESS_KEY_ID"), variable("AWS_SECRET_ACCESS_KEY")) {
        (Some(access_key_id), Some(secret_access_key)) => {
            Credentials { access_key_id, secret_access_key, session_token: variable("AWS_SESSION_TOKEN") }
        }
        _ => exported().await.map_err(OperatorError::NoCredentials)?,
    };
    Ok(AwsAccount::new(region, credentials).with_endpoints_of_environment())
}

async fn exported() -> Result<Credentials, String> {
    let printed = aws_cli(&["configure", "export-credentials"]).await?;
    let found: Exported = serde_json::from_str(&printed).map_err(|_| "the AWS CLI printed none".to_owned())?;
    let Exported { access_key_id, secret_access_key, session_token } = found;
    Ok(Credentials { access_key_id, secret_access_key, session_token })
}

/// What the AWS CLI prints; else why it prints nothing.
async fn aws_cli(arguments: &[&str]) -> Result<String, String> {
    let run = Command::new("aws").args(arguments).output().await;
    let run = run.map_err(|error| {
        format!("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set, and the AWS CLI does not run ({error})")
    })?;
    let printed = if run.status.success() { run.stdout } else { run.stderr };
    let printed = String::from_utf8_lossy(&printed).trim().to_owned();
    if run.status.success() && !printed.is_empty() { Ok(printed) } else { Err(printed) }
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
