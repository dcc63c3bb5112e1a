//! Access to the console: from this machine only, under one of its host names, and from no web page other than its own.

use std::sync::Arc;

use axum::Json;
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::settings;

#[derive(Clone)]
pub struct Guard {
    hosts: Arc<[String]>,
    origins: Arc<[String]>,
}

/// Paths that the apps redirect or link to, possibly under another host name.
const LINKED_PATHS: [&str; 2] = ["/oidc/authorize", "/documents/"];

impl Guard {
    pub fn new(port: u16) -> Self {
        let origins = settings::origins(port);
        let hosts = origins.iter().map(|origin| origin.trim_start_matches("http://").to_owned()).collect();
        Self { hosts, origins: origins.into() }
    }

    pub async fn pass(self, request: Request, next: Next) -> Response {
        match self.judge(request.method().as_str(), request.uri().path(), request.headers()) {
            Ok(()) => next.run(request).await,
            Err(reason) => (StatusCode::FORBIDDEN, Json(json!({"error": reason}))).into_response(),
        }
    }

    fn judge(&self, method: &str, path: &str, headers: &HeaderMap) -> Result<(), &'static str> {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        if !self.hosts.iter().any(|known| known.eq_ignore_ascii_case(host)) {
            return Err("The console answers only to localhost, 127.0.0.1 or [::1] with its port.");
        }
        let foreign = headers
            .get(header::ORIGIN)
            .is_some_and(|origin| !self.origins.iter().any(|known| known.as_bytes() == origin.as_bytes()));
        let crossing = headers.get("sec-fetch-site").is_some_and(|site| site.as_bytes() == b"cross-site");
        let arrival = method == "GET" && LINKED_PATHS.iter().any(|allowed| path.starts_with(allowed));
        if foreign || (crossing && !arrival) {
            return Err("The console is not for other sites.");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(method: &str, path: &str, headers: &[(&'static str, &'static str)]) -> bool {
        let headers = headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
        Guard::new(3002).judge(method, path, &headers).is_ok()
    }

    #[test]
    fn only_requests_to_local_host_names_with_the_port_are_allowed() {
        for host in ["localhost:3002", "127.0.0.1:3002", "[::1]:3002", "LOCALHOST:3002"] {
            assert!(judged("GET", "/", &[("host", host)]), "{host}");
        }
        for host in ["localhost", "localhost:3000", "evil.example.test:3002", "127.0.0.1.example.test:3002", ""] {
            assert!(!judged("GET", "/", &[("host", host)]), "{host}");
        }
        assert!(!judged("GET", "/", &[]));
    }

    #[test]
    fn only_its_own_pages_may_call_the_console() {
        let host = ("host", "localhost:3002");
        assert!(judged("PUT", "/api/clock", &[host, ("origin", "http://localhost:3002")]));
        assert!(judged("PUT", "/api/clock", &[host, ("sec-fetch-site", "same-origin")]));
        for origin in ["http://localhost:3000", "https://example.test", "null"] {
            assert!(!judged("PUT", "/api/clock", &[host, ("origin", origin)]), "{origin}");
        }
        assert!(!judged("GET", "/sign-in", &[host, ("sec-fetch-site", "cross-site")]));
    }

    #[test]
    fn an_app_may_redirect_to_the_provider() {
        let headers = [("host", "localhost:3002"), ("sec-fetch-site", "cross-site")];
        assert!(judged("GET", "/oidc/authorize", &headers));
        assert!(!judged("POST", "/oidc/token", &headers));
    }
}
