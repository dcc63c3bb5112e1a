//! The service's route, also served at `/`: `INVOICING_URL` may name either.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::post;

use crate::Invoicing;
use crate::handlers::{ping, render};

/// The largest valid document is well below this.
const MAX_BODY: usize = 2 * 1024 * 1024;

pub fn router(service: Invoicing) -> Router {
    Router::new()
        .route("/", post(render::render).get(ping::ping))
        .route("/invoices", post(render::render).get(ping::ping))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(service)
}
