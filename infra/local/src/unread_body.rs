//! Reads what a handler left of a request's body, so that the connection can carry the next request: the server closes one
//! whose request was answered before it was read.

use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, BodyDataStream, Bytes, HttpBody as _};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use futures::{Stream as _, stream};

/// As much as the apps accept.
const MAX_UNREAD: usize = 256 * 1024;
/// How long a client may take to send it.
const WITHIN: Duration = Duration::from_secs(5);

/// The body, shared by the handler and by what reads the rest of it.
#[derive(Clone)]
struct SharedBody(Arc<Mutex<BodyDataStream>>);

impl SharedBody {
    fn poll(&self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, axum::Error>>> {
        let mut body = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        std::pin::Pin::new(&mut *body).poll_next(context)
    }

    async fn read_rest(&self) {
        let mut left = MAX_UNREAD;
        while let Some(Ok(bytes)) = std::future::poll_fn(|context| self.poll(context)).await {
            match left.checked_sub(bytes.len()) {
                Some(less) => left = less,
                None => return,
            }
        }
    }
}

pub async fn read_rest(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let body = SharedBody(Arc::new(Mutex::new(body.into_data_stream())));
    let handed = body.clone();
    let handed = Body::from_stream(stream::poll_fn(move |context| handed.poll(context)));
    let response = next.run(Request::from_parts(parts, handed)).await;
    // A slower client has the connection closed.
    let _ = tokio::time::timeout(WITHIN, body.read_rest()).await;
    response
}
