//! A small web server on a loopback port for the senders' tests; it records the requests.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, StatusCode};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub path: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> String {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

pub(crate) struct Loopback {
    base: String,
    received: Arc<Mutex<Vec<Received>>>,
    serving: JoinHandle<()>,
}

impl Loopback {
    pub(crate) async fn answering(status: u16, body: &'static str) -> Self {
        Self::with(move || (StatusCode::from_u16(status).unwrap(), body).into_response()).await
    }

    pub(crate) async fn redirecting(to: &str) -> Self {
        let to = to.to_owned();
        Self::with(move || (StatusCode::TEMPORARY_REDIRECT, [("location", to.clone())]).into_response()).await
    }

    pub(crate) async fn with(answer: impl Fn() -> Response + Clone + Send + Sync + 'static) -> Self {
        let received = Arc::new(Mutex::new(Vec::new()));
        let log = received.clone();
        let app = Router::new().fallback(move |request: Request| async move {
            let (head, body) = request.into_parts();
            let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
            log.lock().unwrap().push(Received { path: head.uri.path().to_owned(), headers: head.headers, body });
            answer()
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let serving = tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { base, received, serving }
    }

    /// Accepts connections and never responds.
    pub(crate) async fn silent() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let serving = tokio::spawn(async move {
            let mut held = Vec::new();
            while let Ok(connection) = listener.accept().await {
                held.push(connection);
            }
        });
        Self { base, received: Arc::default(), serving }
    }

    /// Stops serving and returns the address, where nothing listens any more.
    pub(crate) async fn closed(mut self) -> String {
        self.serving.abort();
        let _ = (&mut self.serving).await;
        self.base.clone()
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    pub(crate) fn requests(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    pub(crate) fn only_request(&self) -> Received {
        let requests = self.requests();
        assert_eq!(requests.len(), 1, "{requests:?}");
        requests[0].clone()
    }
}

impl Drop for Loopback {
    fn drop(&mut self) {
        self.serving.abort();
    }
}
