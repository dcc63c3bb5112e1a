//! HTTP requests to the provider: limited in time and size, without following redirects.

use std::sync::OnceLock;
use std::time::Duration;

use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap};
use reqwest::{Client, RequestBuilder, StatusCode};
use serde::de::DeserializeOwned;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
const TIMEOUT: Duration = Duration::from_secs(8);
const MAX_RESPONSE: usize = 256 * 1024;

/// Built on first use: loading the TLS roots would slow down cold starts.
pub(super) struct Http {
    client: OnceLock<Client>,
    plain: bool,
}

pub(super) struct HttpAnswer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    body: Vec<u8>,
}

impl Http {
    /// `plain` is for a provider on loopback, without TLS.
    pub fn new(plain: bool) -> Self {
        Self { client: OnceLock::new(), plain }
    }

    pub async fn get(&self, url: &str) -> Result<HttpAnswer, String> {
        HttpAnswer::to(self.client()?.get(url)).await
    }

    /// As whoever the access token was given for.
    pub async fn get_with_token(&self, url: &str, access_token: &str) -> Result<HttpAnswer, String> {
        let request = self.client()?.get(url).bearer_auth(access_token).header(ACCEPT, "application/json");
        HttpAnswer::to(request).await
    }

    pub async fn post_form(&self, url: &str, form: String) -> Result<HttpAnswer, String> {
        let request = self.client()?.post(url).header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(form);
        HttpAnswer::to(request).await
    }

    fn client(&self) -> Result<&Client, String> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        let mut builder = Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(TIMEOUT);
        if self.plain {
            // A proxy cannot reach loopback, and plain HTTP needs no roots.
            builder = builder.no_proxy().tls_certs_only([]);
        }
        let client = builder.build().map_err(|error| error.to_string())?;
        Ok(self.client.get_or_init(|| client))
    }
}

impl HttpAnswer {
    async fn to(request: RequestBuilder) -> Result<Self, String> {
        let mut response = request.send().await.map_err(|error| error.to_string())?;
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(|error| error.to_string())? {
            if body.len().saturating_add(chunk.len()) > MAX_RESPONSE {
                return Err("the answer is too large".to_owned());
            }
            body.extend_from_slice(&chunk);
        }
        Ok(Self { status: response.status(), headers: response.headers().clone(), body })
    }

    pub fn success(self) -> Result<Self, String> {
        if self.status.is_success() { Ok(self) } else { Err(format!("answered {}", self.status)) }
    }

    pub fn json<T: DeserializeOwned>(&self) -> Result<T, String> {
        serde_json::from_slice(&self.body).map_err(|error| error.to_string())
    }
}
