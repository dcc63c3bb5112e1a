//! `/sw.js`: the service worker, with the names of the few files it keeps.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header;
use parlour_http::{Refusal, Revalidated};
use parlour_pages::assets;
use parlour_setup::branding::BrandingStore;
use parlour_storage::salon::Salon;

pub async fn file(State(salon): State<Salon>) -> Result<Response, Refusal> {
    let branding = BrandingStore::of(&salon).read().await?;
    let script = assets::worker(&branding);
    let mut response = ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], script).into_response();
    response.extensions_mut().insert(Revalidated { vary: "accept-encoding" });
    Ok(response)
}
