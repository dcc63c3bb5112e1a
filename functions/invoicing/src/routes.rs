//! The service's one route, also at the bare address: `INVOICING_URL` may name either.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::post;

use crate::Invoicing;
use crate::handlers::render;

/// The largest document the checks allow is well below this.
const LARGEST_BODY: usize = 2 * 1024 * 1024;

pub fn router(service: Invoicing) -> Router {
    Router::new()
        .route("/", post(render::render))
        .route("/invoices", post(render::render))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .with_state(service)
}
