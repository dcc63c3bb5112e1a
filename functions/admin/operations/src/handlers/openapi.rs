//! The app's own description, generated from the routes and kept beside the template.

use axum::response::IntoResponse;
use http::header;

pub async fn document() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], include_str!("../../../../../infra/openapi/admin.json"))
}
