//! The apps' OpenAPI documents.

use axum::Json;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use parlour::settings::App;
use parlour::web::openapi;

use super::api::Refusal;
use crate::gateway;

pub async fn page() -> Response {
    super::html_page(include_str!("openapi.html").to_owned())
}

/// `customer.json` or `admin.json`, generated from the routes.
pub async fn document(Path(name): Path<String>) -> Result<Response, Refusal> {
    let app: App =
        name.strip_suffix(".json").and_then(|name| name.parse().ok()).ok_or(Refusal::NotFound("This description"))?;
    Ok(Json(openapi::document(&gateway::routes(app))).into_response())
}
