//! Serves the OpenAPI document of this app, as generated from the routes, with the names that are in force here.

use axum::extract::State;
use axum::response::Response;
use parlour_http::openapi;
use parlour_settings::App;
use parlour_storage::salon::Salon;

pub async fn document(State(salon): State<Salon>) -> Response {
    openapi::served(include_str!("../../../../../../infra/openapi/customer.json"), &salon.settings, App::Customer)
}
