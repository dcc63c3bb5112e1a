//! `/sign-in?email=…&app=…`: the sign-in flow of a browser, with the email filled in.

use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, Method, Request, Response, StatusCode, header};
use axum::response::IntoResponse;
use http_body_util::BodyExt as _;
use parlour_http::ClientIp;
use parlour_settings::App;
use serde::Deserialize;
use serde_json::{Value, json};
use tower::ServiceExt as _;
use url::Url;

use super::Console;
use super::api::ConsoleRefusal;

#[derive(Deserialize)]
pub struct SignInQuery {
    email: Option<String>,
    app: Option<String>,
}

/// Starts a sign-in at the app as its page would, passes its cookies to the browser (cookies belong to the host, not to
/// a port), and redirects to the provider with the email as a hint.
pub async fn sign_in(
    State(console): State<Console>,
    headers: HeaderMap,
    Query(asked): Query<SignInQuery>,
) -> Result<Response<Body>, ConsoleRefusal> {
    let email = asked.email.filter(|email| !email.trim().is_empty());
    let email = email.ok_or_else(|| ConsoleRefusal::Wrong("Say who signs in: ?email=…&app=customer|admin".into()))?;
    let app = match asked.app.as_deref() {
        None => App::Customer,
        Some(name) => name.parse().map_err(|_| ConsoleRefusal::Wrong("app is customer or admin".into()))?,
    };
    let (router, port) = console.app(app);
    // Use the host name of the browser's request, so that cookies and redirect match.
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = host.rsplit_once(':').map_or("localhost", |(name, _)| name);
    let home = format!("http://{name}:{port}");

    let request = Request::builder()
        .method(Method::POST)
        .uri("/api/auth/sign-in/social")
        .header(header::HOST, format!("{name}:{port}"))
        .header(header::ORIGIN, &home)
        .header(header::CONTENT_TYPE, "application/json")
        .extension(ClientIp("127.0.0.1".to_owned()))
        .body(Body::from(json!({"provider": "google", "callbackURL": "/"}).to_string()))
        .map_err(|error| ConsoleRefusal::Failed(error.to_string()))?;
    let Ok(answer) = router.clone().oneshot(request).await;
    let (parts, body) = answer.into_parts();
    let bytes = body.collect().await.map_err(|error| ConsoleRefusal::Failed(error.to_string()))?.to_bytes();
    let url = serde_json::from_slice::<Value>(&bytes)
        .ok()
        .and_then(|answer| answer.get("url")?.as_str()?.parse::<Url>().ok())
        .filter(|_| parts.status.is_success());
    let Some(mut url) = url else {
        return Err(ConsoleRefusal::Failed(format!("The app did not begin a sign-in: it answered {}.", parts.status)));
    };
    url.query_pairs_mut().append_pair("login_hint", email.trim());

    let mut response =
        (StatusCode::FOUND, [(header::LOCATION, url.as_str()), (header::CACHE_CONTROL, "no-store")]).into_response();
    for cookie in parts.headers.get_all(header::SET_COOKIE) {
        response.headers_mut().append(header::SET_COOKIE, cookie.clone());
    }
    Ok(response)
}
