//! Serves the OpenAPI document of this app, as generated from the routes.

use axum::extract::State;
use axum::response::IntoResponse;
use http::header;
use parlour::salon::Salon;
use parlour::settings::App;
use parlour::web::openapi;

const DOCUMENT: &str = include_str!("../../../../../../infra/openapi/customer.json");

pub async fn document(State(salon): State<Salon>) -> impl IntoResponse {
    let document = openapi::served(DOCUMENT, &salon.settings, App::Customer);
    ([(header::CONTENT_TYPE, "application/json")], document)
}
