//! Pages: GET routes that answer HTML, beside the API on the same app. How they look is the business of whoever dresses
//! them; here is only what tells a person's request from a program's.

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use futures::future::BoxFuture;
use http::{HeaderMap, Uri, header};

use super::errors::Refusal;
use parlour_settings::App;
use parlour_storage::salon::Salon;

/// Runs a page's request and makes a document of what comes of it, refusals included.
pub type PageWrapper = fn(Salon, App, Request, Next) -> BoxFuture<'static, Response>;

/// Whether a path is outside the API.
pub fn is_page_path(path: &str) -> bool {
    path != "/api" && !path.starts_with("/api/")
}

/// Whether the caller takes HTML when offered some. One that says nothing of what it takes is a program.
pub fn takes_html(headers: &HeaderMap) -> bool {
    accepted(headers).any(|range| matches!(range, "text/html" | "text/*" | "*/*"))
}

/// Whether the caller asks for HTML by name, as browsers do when they open an address.
pub fn names_html(headers: &HeaderMap) -> bool {
    accepted(headers).any(|range| range == "text/html")
}

fn accepted(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let values = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).filter_map(|range| range.split(';').next()).map(str::trim)
}

/// For whatever has no route. Below sign-in it speaks like sign-in, whose clients know no envelope.
pub(super) async fn not_found(uri: Uri) -> Response {
    let refusal = Refusal::not_found("This address");
    if uri.path().starts_with("/api/auth/") { refusal.plain() } else { refusal.into_response() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(accept: &str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT, accept.parse().unwrap())])
    }

    #[test]
    fn a_browser_names_html_a_script_takes_it_and_a_silent_caller_does_not() {
        let browser = headers("text/html,application/xhtml+xml;q=0.9,*/*;q=0.8");
        assert!(names_html(&browser) && takes_html(&browser));
        assert!(!names_html(&headers("*/*")) && takes_html(&headers("*/*")));
        assert!(!takes_html(&headers("application/json")));
        assert!(!takes_html(&HeaderMap::new()));
    }

    #[test]
    fn the_api_is_no_place_for_pages() {
        assert!(is_page_path("/") && is_page_path("/apiary") && is_page_path("/book"));
        assert!(!is_page_path("/api") && !is_page_path("/api/services"));
    }
}
