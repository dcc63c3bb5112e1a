//! The connections that calls are made over, kept between calls.

use std::time::Duration;

use bytes::Bytes;
use futures::future::BoxFuture;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};

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

/// How long a connection is kept that nobody uses.
const KEPT_FOR: Duration = Duration::from_secs(90);

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
            let tls = HttpsConnectorBuilder::new()
                .with_provider_and_native_roots(rustls::crypto::aws_lc_rs::default_provider());
            let tls = tls.map_err(|error| TransportError(format!("no TLS roots: {error}")))?;
            Connections::Tls(pool.build(tls.https_only().enable_http1().wrap_connector(tcp)))
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

/// The error with its causes: the outermost one says no more than that it failed.
fn failed(error: &dyn std::error::Error) -> TransportError {
    let causes = std::iter::successors(Some(error), |error| error.source());
    TransportError(causes.map(ToString::to_string).collect::<Vec<_>>().join(": "))
}
