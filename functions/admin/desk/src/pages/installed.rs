//! The files of an installed desk: its manifest, the service worker that shows pushes, and the page for when there is
//! no network.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header;
use maud::html;
use parlour_http::{Refusal, Revalidated};
use parlour_pages::accent::Accent;
use parlour_pages::answer::Described as _;
use parlour_pages::parts::empty;
use parlour_pages::pictures::{self, Motif};
use parlour_pages::{Page, PageAnswer, Words, assets};
use parlour_setup::branding::BrandingStore;
use parlour_storage::salon::Salon;
use serde_json::json;

/// `/manifest.webmanifest`.
pub async fn manifest(State(salon): State<Salon>) -> Result<Response, Refusal> {
    let branding = BrandingStore::of(&salon).read().await?;
    let icon = |purpose: &str| json!({ "src": assets::icon(&branding).href(), "sizes": "any", "type": "image/svg+xml", "purpose": purpose });
    let manifest = json!({
        "id": "/",
        "name": format!("{} desk", branding.name),
        "short_name": "Desk",
        "lang": "en",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#fbf8f4",
        "theme_color": Accent::from(&branding).shades().light.accent.to_string(),
        "icons": [icon("any"), icon("maskable")],
    });
    Ok(revalidated(([(header::CONTENT_TYPE, "application/manifest+json")], manifest.to_string()).into_response()))
}

/// `/sw.js`.
pub async fn worker(State(salon): State<Salon>) -> Result<Response, Refusal> {
    let script = assets::worker(&BrandingStore::of(&salon).read().await?);
    Ok(revalidated(([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], script).into_response()))
}

fn revalidated(mut response: Response) -> Response {
    response.extensions_mut().insert(Revalidated { vary: "accept-encoding" });
    response
}

/// `/offline`.
pub async fn offline(words: Words) -> PageAnswer {
    let main = html! {
        div.narrow {
            h1 { (words.offline_title()) }
            (empty(pictures::drawn(Motif::Leaf), "The desk needs a connection. What you typed is kept.", html! { a.button href="" { (words.try_again()) } }))
        }
    };
    Page::public(words.offline_title(), main).one_step()
}
