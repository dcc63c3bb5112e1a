//! Secrets kept as SSM parameters.

use std::time::Duration;

use futures::future::BoxFuture;
use tokio::sync::OnceCell;

use crate::{SecretError, Vault};

/// One client for all the secrets of a process, made when the first of them is needed.
#[derive(Default)]
pub struct Ssm(OnceCell<aws_sdk_ssm::Client>);

/// Long enough for a cold connection, short enough to leave the function time to say so.
const READ_WITHIN: Duration = Duration::from_secs(5);

impl Vault for Ssm {
    fn read<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Result<String, SecretError>> {
        Box::pin(async move {
            let connect = async || aws_sdk_ssm::Client::new(&crate::aws::config().await);
            let request = self.0.get_or_init(connect).await.get_parameter().name(name).with_decryption(true);
            let value = match tokio::time::timeout(READ_WITHIN, request.send()).await {
                Ok(Ok(found)) => found.parameter.and_then(|parameter| parameter.value),
                Ok(Err(error)) => {
                    let error = aws_sdk_ssm::error::DisplayErrorContext(&error);
                    tracing::error!(parameter = name, %error, "secret unread");
                    None
                }
                Err(_) => {
                    tracing::error!(parameter = name, "secret unread: no answer in time");
                    None
                }
            };
            value.ok_or_else(|| SecretError { name: name.to_owned() })
        })
    }
}
