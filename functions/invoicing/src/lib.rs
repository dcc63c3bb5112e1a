//! The invoicing service: receives a signed invoice, renders its PDF, stores it and returns it.

mod handlers;
pub mod paper;
mod routes;

use std::sync::Arc;

use parlour_senders::documents::DocumentStore;
use parlour_settings::Secret;
use parlour_values::time::Clock;

pub use routes::router;

/// The service's state.
#[derive(Clone)]
pub struct Invoicing {
    /// The secret shared with the jobs function.
    pub secret: Secret,
    pub documents: Arc<dyn DocumentStore>,
    pub clock: Clock,
}
