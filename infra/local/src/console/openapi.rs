//! Swagger UI with the OpenAPI documents of both apps. Its files are part of the binary: the page needs no network.

use std::sync::Arc;

use axum::Json;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use parlour::settings::App;
use parlour::web::openapi;
use utoipa_swagger_ui::{Config, Url, serve};

use super::api::Refusal;
use crate::gateway;

/// Where Swagger UI finds its own files: it names them relative to its page.
const PAGE: &str = "/openapi/";

/// Scripts only from our own files; styles also inline, as Swagger UI writes them.
const POLICY: &str = "default-src 'none'; style-src 'self' 'unsafe-inline'; script-src 'self'; connect-src 'self'; \
    img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub async fn to_page() -> Redirect {
    Redirect::to(PAGE)
}

pub async fn page() -> Result<Response, Refusal> {
    swagger_file("index.html")
}

/// `customer.json` or `admin.json`, generated from the routes that are served; any other name is a file of Swagger UI.
pub async fn file(Path(name): Path<String>) -> Result<Response, Refusal> {
    match name.strip_suffix(".json").and_then(|name| name.parse::<App>().ok()) {
        Some(app) => Ok(Json(openapi::document(&gateway::routes(app))).into_response()),
        None => swagger_file(&name),
    }
}

fn swagger_file(name: &str) -> Result<Response, Refusal> {
    let documents = [Url::new("Customer app", "customer.json"), Url::new("Admin app", "admin.json")];
    // It shows the API and does not call it: the apps refuse requests that other origins send.
    let config = Config::new(documents).supported_submit_methods(Vec::<String>::new()).validator_url("none");
    let file = serve(name, Arc::new(config)).ok().flatten().ok_or(Refusal::NotFound("This description"))?;
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

    async fn read(name: &str) -> (String, String) {
        text(file(Path(name.to_owned())).await.unwrap()).await
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
                assert!(super::file(Path(name.to_owned())).await.is_ok(), "{file} is missing");
                named += 1;
            }
        }
        assert!(named >= 4, "{html}");
    }

    #[tokio::test]
    async fn it_shows_the_documents_of_both_apps() {
        let (_, start) = read("swagger-initializer.js").await;
        for (document, path) in [("customer.json", "/api/availability"), ("admin.json", "/api/membership-tiers")] {
            assert!(start.contains(document), "{start}");
            let (content_type, text) = read(document).await;
            assert_eq!(content_type, "application/json");
            let document: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert!(document["paths"][path].is_object());
        }
        assert!(file(Path("nothing.js".to_owned())).await.is_err());
    }
}
