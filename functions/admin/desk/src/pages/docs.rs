//! `/docs`: what programs can do on this app.

use std::sync::LazyLock;

use axum::response::Response;
use parlour_pages::docs;

/// Rendered once: the document is part of the binary.
static PAGE: LazyLock<String> = LazyLock::new(|| docs::render(include_str!("../../../../../infra/openapi/admin.json")));

pub async fn page() -> Response {
    docs::page(PAGE.as_str())
}
