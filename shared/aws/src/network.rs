//! The connections that calls are made over, kept between calls.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use bytes::Bytes;
use futures::future::BoxFuture;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use hyper_rustls::{ConfigBuilderExt as _, HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use rustls::ClientConfig;

use crate::call_error::with_causes;

/// What carries a request to a service and brings its answer.
pub trait Transport: Send + Sync {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>>;
}

/// The request may have arrived or not.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct TransportError(pub String);

/// How long one try may take. Without a limit, a socket that died while the function was frozen would hold a request for as
/// long as the function itself may run.
#[derive(Clone, Copy, Debug)]
pub struct CallLimits {
    pub connect: Duration,
    /// From the request to the first byte of its answer.
    pub answer: Duration,
    /// With the whole body.
    pub whole: Duration,
}

/// How long a connection is kept that nobody uses: some die unnoticed while a function is frozen, and each of a call's tries
/// may meet another one of them.
const KEPT_FOR: Duration = Duration::from_secs(25);

/// With the machine's roots, which take milliseconds to read: once for all services.
fn tls() -> Result<ClientConfig, TransportError> {
    static KEPT: OnceLock<ClientConfig> = OnceLock::new();
    if let Some(kept) = KEPT.get() {
        return Ok(kept.clone());
    }
    let unusable = |error: &dyn std::error::Error| TransportError(format!("no TLS: {error}"));
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let versions = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let roots = versions.map_err(|error| unusable(&error))?.with_native_roots().map_err(|error| unusable(&error))?;
    Ok(KEPT.get_or_init(|| roots.with_no_client_auth()).clone())
}

pub struct Network {
    client: Connections,
    limits: Option<CallLimits>,
}

/// To a machine of one's own without TLS, whose roots take milliseconds to load.
enum Connections {
    Plain(Client<HttpConnector, Full<Bytes>>),
    Tls(Client<HttpsConnector<HttpConnector>, Full<Bytes>>),
}

impl Network {
    /// Connections to an address, `http://…` or `https://…`.
    pub fn to(address: &str, limits: Option<CallLimits>) -> Result<Self, TransportError> {
        let mut tcp = HttpConnector::new();
        tcp.enforce_http(false);
        tcp.set_nodelay(true);
        tcp.set_connect_timeout(limits.map(|limits| limits.connect));
        let mut pool = Client::builder(TokioExecutor::new());
        pool.pool_idle_timeout(KEPT_FOR).pool_timer(TokioTimer::new());
        let client = if address.starts_with("https:") {
            let connector = HttpsConnectorBuilder::new().with_tls_config(tls()?).https_only().enable_http1();
            Connections::Tls(pool.build(connector.wrap_connector(tcp)))
        } else {
            Connections::Plain(pool.build(tcp))
        };
        Ok(Self { client, limits })
    }

    async fn carry(&self, request: Request<Bytes>) -> Result<Response<Bytes>, TransportError> {
        let request = request.map(Full::new);
        let sent = async {
            match &self.client {
                Connections::Plain(client) => client.request(request).await,
                Connections::Tls(client) => client.request(request).await,
            }
        };
        let answer = within(self.limits.map(|limits| limits.answer), sent).await?.map_err(|error| failed(&error))?;
        let (head, body) = answer.into_parts();
        let body = body.collect().await.map_err(|error| failed(&error))?.to_bytes();
        Ok(Response::from_parts(head, body))
    }
}

impl Transport for Network {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
        Box::pin(async move { within(self.limits.map(|limits| limits.whole), self.carry(request)).await? })
    }
}

async fn within<T>(limit: Option<Duration>, work: impl Future<Output = T>) -> Result<T, TransportError> {
    match limit {
        Some(limit) => tokio::time::timeout(limit, work).await.map_err(|_| TransportError("timed out".to_owned())),
        None => Ok(work.await),
    }
}

fn failed(error: &dyn std::error::Error) -> TransportError {
    TransportError(with_causes(error))
}
