//! `/manifest.webmanifest`: what an installed app is called and looks like.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header;
use parlour_http::{Refusal, Revalidated};
use parlour_pages::accent::Accent;
use parlour_pages::{Asked, assets};
use parlour_setup::branding::BrandingStore;
use parlour_storage::salon::Salon;
use serde_json::json;

pub async fn file(State(salon): State<Salon>, asked: Asked) -> Result<Response, Refusal> {
    let branding = BrandingStore::of(&salon).read().await?;
    let icon = |purpose: &str| json!({ "src": assets::icon(&branding).href(), "sizes": "any", "type": "image/svg+xml", "purpose": purpose });
    let manifest = json!({
        "id": "/",
        "name": branding.name,
        "short_name": branding.name,
        "description": asked.words.home_description(),
        "lang": asked.words.language.tag(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#fbf8f4",
        "theme_color": Accent::from(&branding).shades().light.accent.to_string(),
        "icons": [icon("any"), icon("maskable")],
        "shortcuts": [
            { "name": asked.words.book_a_visit(), "url": "/book" },
            { "name": asked.words.bookings(), "url": "/bookings" },
        ],
    });
    let mut response = ([(header::CONTENT_TYPE, "application/manifest+json")], manifest.to_string()).into_response();
    response.extensions_mut().insert(Revalidated { vary: "accept-encoding, accept-language, cookie" });
    Ok(response)
}
