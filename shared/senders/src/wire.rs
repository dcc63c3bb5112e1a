//! The HTTP client of all senders: no proxy, no redirects, a timeout on each call, and no address in any error, since
//! webhook and heartbeat URLs are secrets.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::{Client, RequestBuilder, Response};
use url::Url;

use super::SendError;

/// Built on first use: loading the TLS roots would slow down cold starts.
#[derive(Clone, Default)]
pub(super) struct Wire(Arc<OnceLock<Client>>);

impl Wire {
    /// Sends the request and waits for the response's head; the timeout covers its body too.
    pub(super) async fn send(
        &self,
        within: Duration,
        build: impl FnOnce(&Client) -> RequestBuilder,
    ) -> Result<Response, SendError> {
        Ok(build(self.client()?).timeout(within).send().await?)
    }

    /// Like `send`, but any status other than 2xx is an error.
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

/// The address of a setting that is called as it stands: https, or http to this machine. What is posted, and an address
/// that is a secret, would otherwise be read by whoever is in between.
pub(super) fn called_address(text: &str) -> Result<Url, &'static str> {
    let url = Url::parse(text.trim()).map_err(|_| "must be a URL")?;
    let loopback = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
    match url.scheme() {
        "https" if url.has_host() => Ok(url),
        "http" if loopback => Ok(url),
        _ => Err("must be an https URL"),
    }
}

impl From<reqwest::Error> for SendError {
    fn from(error: reqwest::Error) -> Self {
        if error.is_timeout() { Self::TimedOut } else { Self::Unreachable(error.without_url().to_string()) }
    }
}
