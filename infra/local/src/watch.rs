//! Replaces the table's stream locally: detects that events were written.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::interceptors::Intercept;
use aws_smithy_runtime_api::client::interceptors::context::{
    BeforeTransmitInterceptorContextRef, FinalizerInterceptorContextRef,
};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::config_bag::{ConfigBag, Storable, StoreReplace};
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
}

/// Marks a call that writes an event until its response arrives, when the request is no longer available.
#[derive(Debug)]
struct WritesEvent;

impl Storable for WritesEvent {
    type Storer = StoreReplace<Self>;
}

/// Inspects each request, and signals after the response, when the items can be read.
impl Intercept for EventWatch {
    fn name(&self) -> &'static str {
        "event watch"
    }

    fn read_before_transmit(
        &self,
        context: &BeforeTransmitInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let request = context.request();
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let writes = target.ends_with("TransactWriteItems") || target.ends_with("PutItem");
        if writes && request.body().bytes().is_some_and(mentions_event) {
            config.interceptor_state().store_put(WritesEvent);
        }
        Ok(())
    }

    fn read_after_attempt(
        &self,
        _context: &FinalizerInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if config.load::<WritesEvent>().is_some() {
            self.mark();
        }
        Ok(())
    }
}

fn mentions_event(body: &[u8]) -> bool {
    let wanted = format!("\"{}", keys::EVENT_PREFIX);
    body.windows(wanted.len()).any(|window| window == wanted.as_bytes())
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodb::types::AttributeValue;

    use super::*;
    use crate::engine::{self, Engine};

    #[tokio::test]
    async fn only_writes_of_events_are_detected() {
        let engine = Engine::in_memory().await.unwrap();
        let watch = EventWatch::default();
        let config = engine::client_config(&engine.endpoint).interceptor(watch.clone()).build();
        let client = aws_sdk_dynamodb::Client::from_conf(config);
        parlour_storage::table::Table::new(client.clone(), "salon".to_owned()).create().await.unwrap();
        let put = |key: &str| {
            let key = AttributeValue::S(key.to_owned());
            client.put_item().table_name("salon").item("PK", key.clone()).item("SK", key).send()
        };
        put("BOOKING#1").await.unwrap();
        assert!(!watch.take());
        put("EVENT#2026-11-16#1").await.unwrap();
        assert!(watch.take());
        assert!(!watch.take());
    }
}
