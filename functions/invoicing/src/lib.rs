//! The invoicing service: a signed invoice comes in, its PDF is rendered, stored and handed back.

mod handlers;
pub mod paper;
mod routes;

use std::sync::Arc;

use parlour::outbound::documents::Documents;
use parlour::settings::Secret;
use parlour::time::Clock;

pub use routes::router;

/// What the service works with.
#[derive(Clone)]
pub struct Invoicing {
    /// Shared with whoever may ask for documents.
    pub secret: Secret,
    pub documents: Arc<dyn Documents>,
    pub clock: Clock,
}
