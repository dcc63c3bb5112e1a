//! `POST /mcp`: one message of the protocol in, one out.

use std::sync::Arc;

use axum::Json;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rmcp::model::ErrorCode;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};

use crate::server::Server;
use crate::tool::Toolbox;
use parlour_settings::{App, Settings};
use parlour_values::input::{Field, Problems, string_schema};

/// Much more than any call has.
const MOST_BYTES: usize = 64 * 1024;
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// A message of JSON-RPC 2.0, for the API's document; the SDK reads it.
pub struct Message;

impl Field for Message {
    type Read = Option<Self>;

    fn from_json(_value: &Value, _path: &str, _problems: &mut Problems) -> Option<Self> {
        Some(Self)
    }

    fn field_schema() -> RefOr<Schema> {
        let text = || string_schema().max_length(Some(200));
        let id = ObjectBuilder::new().schema_type(SchemaType::from_iter([Type::String, Type::Integer]));
        ObjectBuilder::new()
            .property("jsonrpc", text().enum_values(Some(["2.0"])))
            .property("id", id.max_length(Some(200)))
            .property("method", text())
            .property("params", ObjectBuilder::new().schema_type(Type::Object))
            .required("jsonrpc")
            .required("method")
            .into()
    }
}

/// Answers a request by the tools of its caller. `name` is what the salon is called.
pub async fn answer<T: Toolbox>(settings: &Settings, app: App, name: String, tools: T, request: Request) -> Response {
    let server = Server::new(tools, name);
    let serving = server.clone();
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(MOST_BYTES)
        .with_allowed_hosts(hosts(settings, app))
        .with_allowed_origins(origins(settings, app))
        .enforce_origin_validation();
    let service =
        StreamableHttpService::new(move || Ok(serving.clone()), Arc::new(NeverSessionManager::default()), config);
    let is_json = is_json(&request);
    let (parts, body) = request.into_parts();
    let Ok(sent) = to_bytes(body, MOST_BYTES).await else {
        return (StatusCode::PAYLOAD_TOO_LARGE, format!("A message has at most {MOST_BYTES} bytes.")).into_response();
    };
    let response = service.handle(Request::from_parts(parts, Body::from(sent.clone()))).await;
    match server.refused() {
        Some(refusal) => refusal.into_response(),
        // The SDK takes what it cannot read for another type.
        None if is_json && response.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE => unreadable(&sent),
        None => {
            let mut response = response.map(Body::new);
            if response.status().is_client_error() {
                // The SDK says in plain words what is wrong before a message is read, and not what they are.
                let plain = HeaderValue::from_static("text/plain; charset=utf-8");
                response.headers_mut().entry(header::CONTENT_TYPE).or_insert(plain);
            }
            response
        }
    }
}

/// As the SDK tells it.
fn is_json(request: &Request) -> bool {
    let content_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    content_type.is_some_and(|value| value.starts_with("application/json"))
}

/// The error of JSON-RPC for a body that is no message.
fn unreadable(sent: &[u8]) -> Response {
    let (code, message) = match serde_json::from_slice::<IgnoredAny>(sent) {
        Err(_) => (ErrorCode::PARSE_ERROR, "The body is not JSON."),
        Ok(_) => (ErrorCode::INVALID_REQUEST, "The body is not one message of JSON-RPC 2.0."),
    };
    let error = json!({ "jsonrpc": "2.0", "id": null, "error": { "code": code, "message": message } });
    (StatusCode::BAD_REQUEST, Json(error)).into_response()
}

/// The hosts by which the app is called; on one's own machine by any name of it.
fn hosts(settings: &Settings, app: App) -> Vec<String> {
    let own = settings.origins(app).iter().filter_map(|origin| origin.split_once("://"));
    let own = own.map(|(_, host)| host.to_owned());
    own.chain(LOOPBACK.iter().filter(|_| !settings.production).map(|host| (*host).to_owned())).collect()
}

/// The pages that may call it from a browser: our own, and on one's own machine those of this machine.
fn origins(settings: &Settings, app: App) -> Vec<String> {
    let own = settings.origins(app).iter().map(|origin| with_port(origin));
    let local = LOOPBACK.iter().filter(|_| !settings.production).map(|host| format!("http://{host}:*"));
    own.chain(local).collect()
}

/// An origin without a port is that of its scheme's own; the SDK would take it for any.
fn with_port(origin: &str) -> String {
    let has_port = origin.rsplit_once(':').is_some_and(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    match (has_port, origin.starts_with("https://")) {
        (true, _) => origin.to_owned(),
        (false, true) => format!("{origin}:443"),
        (false, false) => format!("{origin}:80"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn settings(environment: &str) -> Settings {
        let variables = [("BASE_URL", "https://salon.example.test"), ("APP_ENV", environment)];
        Settings::read(variables.map(|(name, value)| (name.to_owned(), value.to_owned())).into_iter().collect())
    }

    #[test]
    fn in_production_only_our_own_hosts_and_pages_are_let_in() {
        let settings = settings("production");
        assert_eq!(hosts(&settings, App::Customer), ["salon.example.test"]);
        assert_eq!(origins(&settings, App::Customer), ["https://salon.example.test:443"]);
    }

    #[test]
    fn on_ones_own_machine_this_machine_is_let_in_too() {
        let settings = Settings::read(BTreeMap::new());
        assert!(hosts(&settings, App::Admin).contains(&"127.0.0.1".to_owned()));
        assert!(origins(&settings, App::Admin).contains(&"http://localhost:*".to_owned()));
        assert!(origins(&settings, App::Admin).contains(&"http://localhost:3001".to_owned()));
    }

    #[test]
    fn an_origin_has_the_port_of_its_scheme() {
        assert_eq!(with_port("http://a.test"), "http://a.test:80");
        assert_eq!(with_port("https://a.test:8443"), "https://a.test:8443");
    }
}
