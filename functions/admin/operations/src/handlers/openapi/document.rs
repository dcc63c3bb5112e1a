//! Serves the OpenAPI document of this app, as generated from the routes.

use axum::response::IntoResponse;
use http::header;

pub async fn document() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], include_str!("../../../../../../infra/openapi/admin.json"))
}
