//! `/sitemap.xml`: the pages that want to be found.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header;
use maud::{Markup, PreEscaped, html};
use parlour_http::{Refusal, Revalidated};
use parlour_pages::{Asked, paths};
use parlour_setup::catalogue::CatalogueStore;
use parlour_storage::salon::Salon;

use super::catalogue::services;

pub async fn file(State(salon): State<Salon>, asked: Asked) -> Result<Response, Refusal> {
    let catalogue = CatalogueStore::of(&salon).read().await?.public();
    let mut pages: Vec<String> =
        ["/", "/services", "/team", "/book", "/welcome", "/privacy"].map(str::to_owned).to_vec();
    for category in &catalogue.categories {
        pages.extend(services(category).iter().map(|service| paths::service(&service.slug)));
    }
    let mut response =
        ([(header::CONTENT_TYPE, "application/xml; charset=utf-8")], document(&asked.site, &pages).into_string())
            .into_response();
    response.extensions_mut().insert(Revalidated { vary: "accept-encoding" });
    Ok(response)
}

fn document(site: &str, pages: &[String]) -> Markup {
    html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
        urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" {
            @for page in pages { url { loc { (site) (page) } } }
        }
    }
}
