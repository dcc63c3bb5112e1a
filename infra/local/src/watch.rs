//! Replaces the table's stream locally: detects that events were written.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use futures::future::BoxFuture;
use http::{Request, Response};
use parlour_aws::{Transport, TransportError};
use parlour_storage::table::keys;
use tokio::sync::Notify;

#[derive(Clone, Debug, Default)]
pub struct EventWatch(Arc<Watched>);

#[derive(Debug, Default)]
struct Watched {
    written: AtomicBool,
    wake: Notify,
}

impl EventWatch {
    /// Whether an event was written since the last call.
    pub fn take(&self) -> bool {
        self.0.written.swap(false, Ordering::SeqCst)
    }

    pub fn mark(&self) {
        self.0.written.store(true, Ordering::SeqCst);
        self.0.wake.notify_one();
    }

    /// Returns after a write.
    pub async fn written(&self) {
        self.0.wake.notified().await;
    }

    /// The transport, with this watch on what it carries.
    pub fn over(&self, transport: Arc<dyn Transport>) -> Arc<dyn Transport> {
        Arc::new(Watching { watch: self.clone(), transport })
    }
}

/// Inspects each request, and signals after the response, when the items can be read.
struct Watching {
    watch: EventWatch,
    transport: Arc<dyn Transport>,
}

impl Transport for Watching {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
        let writes_event = writes(&request) && mentions_event(request.body());
        Box::pin(async move {
            let answer = self.transport.send(request).await;
            if writes_event {
                self.watch.mark();
            }
            answer
        })
    }
}

fn writes(request: &Request<Bytes>) -> bool {
    let target = request.headers().get("x-amz-target").and_then(|target| target.to_str().ok()).unwrap_or_default();
    target.ends_with("TransactWriteItems") || target.ends_with("PutItem")
}

fn mentions_event(body: &[u8]) -> bool {
    let wanted = format!("\"{}", keys::EVENT_PREFIX);
    body.windows(wanted.len()).any(|window| window == wanted.as_bytes())
}

#[cfg(test)]
mod tests {
    use parlour_storage::table::{Key, Record, Table};
    use serde::{Deserialize, Serialize};

    use super::*;
    use crate::engine::{self, Engine};

    #[derive(Serialize, Deserialize)]
    struct Note {
        at: String,
    }

    impl Record for Note {
        const KIND: &'static str = "note";

        fn key(&self) -> Key {
            Key { pk: self.at.clone(), sk: self.at.clone() }
        }
    }

    #[tokio::test]
    async fn only_writes_of_events_are_detected() {
        let engine = Engine::in_memory().await.unwrap();
        let watch = EventWatch::default();
        let transport = watch.over(engine::network(&engine.endpoint).unwrap());
        let table = Table::new(engine::client_over(&engine.endpoint, transport).unwrap(), "salon");
        table.create().await.unwrap();
        let put = async |at: &str| table.put(&Note { at: at.to_owned() }).await.unwrap();
        put("BOOKING#1").await;
        assert!(!watch.take());
        put("EVENT#2026-11-16#1").await;
        assert!(watch.take());
        assert!(!watch.take());
    }
}
