//! Swagger UI with the OpenAPI documents of both apps. Its files are part of the binary: the page needs no network.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use parlour_http::openapi;
use parlour_settings::App;
use utoipa_swagger_ui::{Config, Url, serve};

use super::Console;
use super::api::ConsoleRefusal;

/// The path beside which Swagger UI finds its own files: it names them relative to its page.
const PAGE: &str = "/openapi/";

/// Scripts only from our own files; styles also inline, as Swagger UI writes them.
const POLICY: &str = "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; connect-src 'self'; \
    img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub async fn to_page() -> Redirect {
    Redirect::to(PAGE)
}

pub async fn page() -> Result<Response, ConsoleRefusal> {
    swagger_file("index.html")
}

/// `customer.json` or `admin.json`, as the apps serve them; any other name is a file of Swagger UI.
pub async fn file(State(console): State<Console>, Path(name): Path<String>) -> Result<Response, ConsoleRefusal> {
    match name.strip_suffix(".json").and_then(|name| name.parse::<App>().ok()) {
        Some(app) => Ok(openapi::served(document(app), &console.salon.settings, app)),
        None => swagger_file(&name),
    }
}

fn document(app: App) -> &'static str {
    match app {
        App::Customer => include_str!("../../../openapi/customer.json"),
        App::Admin => include_str!("../../../openapi/admin.json"),
    }
}

fn swagger_file(name: &str) -> Result<Response, ConsoleRefusal> {
    let documents = [Url::new("Customer app", "customer.json"), Url::new("Admin app", "admin.json")];
    // It shows the API and does not call it: the apps refuse requests that other origins send.
    let config = Config::new(documents).supported_submit_methods(Vec::<String>::new()).validator_url("none");
    let file = serve(name, Arc::new(config)).ok().flatten().ok_or(ConsoleRefusal::NotFound("This description"))?;
    let headers = [
        (header::CONTENT_TYPE, file.content_type),
        (header::CONTENT_SECURITY_POLICY, POLICY.to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
    ];
    Ok((headers, file.bytes.into_owned()).into_response())
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt as _;

    use super::*;

    async fn text(response: Response) -> (String, String) {
        let content_type = response.headers()[header::CONTENT_TYPE].to_str().unwrap().to_owned();
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        (content_type, String::from_utf8(bytes.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn the_page_loads_nothing_from_elsewhere_and_every_file_it_names_is_here() {
        let (content_type, html) = text(page().await.unwrap()).await;
        assert!(content_type.starts_with("text/html"), "{content_type}");
        let mut named = 0;
        for attribute in ["src=\"", "href=\""] {
            for file in html.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()) {
                let name = file.trim_start_matches("./");
                assert!(!name.contains('/'), "{file} is elsewhere");
                assert!(swagger_file(name).is_ok(), "{file} is missing");
                named += 1;
            }
        }
        assert!(named >= 4, "{html}");
    }

    #[tokio::test]
    async fn it_shows_the_documents_of_both_apps() {
        let (_, start) = text(swagger_file("swagger-initializer.js").unwrap()).await;
        for (app, path) in [(App::Customer, "/api/availability"), (App::Admin, "/api/membership-tiers")] {
            assert!(start.contains(&format!("{app}.json")), "{start}");
            let document: serde_json::Value = serde_json::from_str(document(app)).unwrap();
            assert!(document["paths"][path].is_object());
        }
        assert!(swagger_file("nothing.js").is_err());
    }
}
