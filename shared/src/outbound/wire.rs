//! The one HTTP client behind every sender: straight out, no redirects, a time-out on each call, and no address
//! in any error, since webhook and heartbeat addresses are secrets.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::{Client, RequestBuilder, Response};

use super::SendError;

/// Built on first use: loading the trusted roots costs milliseconds that most cold starts need not spend.
#[derive(Clone, Default)]
pub(super) struct Wire(Arc<OnceLock<Client>>);

impl Wire {
    /// Sends and waits for the head of the answer; the time-out covers reading its body too.
    pub(super) async fn send(
        &self,
        within: Duration,
        build: impl FnOnce(&Client) -> RequestBuilder,
    ) -> Result<Response, SendError> {
        Ok(build(self.client()?).timeout(within).send().await?)
    }

    /// The same, where any answer but a 2xx is a failure.
    pub(super) async fn send_ok(
        &self,
        within: Duration,
        build: impl FnOnce(&Client) -> RequestBuilder,
    ) -> Result<Response, SendError> {
        let response = self.send(within, build).await?;
        if response.status().is_success() { Ok(response) } else { Err(SendError::Refused(response.status().as_u16())) }
    }

    fn client(&self) -> Result<&Client, SendError> {
        if let Some(client) = self.0.get() {
            return Ok(client);
        }
        let client = Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .user_agent(concat!("parlour/", env!("CARGO_PKG_VERSION")))
            .build()?;
        Ok(self.0.get_or_init(|| client))
    }
}

impl From<reqwest::Error> for SendError {
    fn from(error: reqwest::Error) -> Self {
        if error.is_timeout() { Self::TimedOut } else { Self::Unreachable(error.without_url().to_string()) }
    }
}
