//! The local stand-in for the table's stream: notices when something was written to the outbox.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::interceptors::Intercept;
use aws_smithy_runtime_api::client::interceptors::context::FinalizerInterceptorContextRef;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::config_bag::ConfigBag;
use parlour::table::keys;
use tokio::sync::Notify;

#[derive(Clone, Debug, Default)]
pub struct OutboxWatch(Arc<Watched>);

#[derive(Debug, Default)]
struct Watched {
    written: AtomicBool,
    wake: Notify,
}

impl OutboxWatch {
    /// Whether the outbox was written to since this was last asked.
    pub fn take(&self) -> bool {
        self.0.written.swap(false, Ordering::SeqCst)
    }

    pub fn mark(&self) {
        self.0.written.store(true, Ordering::SeqCst);
        self.0.wake.notify_one();
    }

    /// Returns once something was written.
    pub async fn written(&self) {
        self.0.wake.notified().await;
    }
}

/// Looks at each call once it has been answered, so that what it wrote is there to be read.
impl Intercept for OutboxWatch {
    fn name(&self) -> &'static str {
        "outbox watch"
    }

    fn read_after_attempt(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        _components: &RuntimeComponents,
        _config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let Some(request) = context.request() else { return Ok(()) };
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let writes = target.ends_with("TransactWriteItems") || target.ends_with("PutItem");
        if writes && request.body().bytes().is_some_and(mentions_outbox) {
            self.mark();
        }
        Ok(())
    }
}

fn mentions_outbox(body: &[u8]) -> bool {
    let wanted = format!("\"{}#", keys::OUTBOX);
    body.windows(wanted.len()).any(|window| window == wanted.as_bytes())
}
