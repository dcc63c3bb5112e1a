//! OpenAPI 3.1, generated from the table of routes.

mod answers;
mod operation;
mod served;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::errors::Code;
use super::routes::Routes;
use super::spec::Access;

pub use served::served;

/// The session cookie on https; [`served`] puts the name that is in force in its place.
const COOKIE: &str = "__Host-parlour.session";
/// The app's address; [`served`] puts the one in force in its place.
const SERVER: &str = "/";
/// The header of a job's signature; [`served`] puts the configured name in its place.
const SIGNATURE: &str = "Upstash-Signature";

/// The parts that operations refer to, collected while they are written.
#[derive(Default)]
struct SharedParts {
    schemas: BTreeMap<String, Value>,
    /// The codes that operations refuse with, in the envelope and without it.
    enveloped: BTreeSet<Code>,
    plain: BTreeSet<Code>,
    /// The codes that are the only one of their status somewhere, and whether without the envelope.
    alone: BTreeSet<(Code, bool)>,
    headers: BTreeSet<&'static str>,
}

impl SharedParts {
    fn name(&mut self, named: &[(String, RefOr<Schema>)]) {
        self.schemas.extend(named.iter().map(|(name, schema)| (name.clone(), of(schema))));
    }
}

/// The document of one app, without its examples.
pub fn document(routes: &Routes) -> Value {
    let app = routes.app;
    let mut shared = SharedParts::default();
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    let mut tags = BTreeSet::new();
    for route in routes.list() {
        tags.insert(operation::tag(route));
        let method = route.method.as_str().to_lowercase();
        paths.entry(route.path).or_default().insert(method, operation::operation(route, app, &mut shared));
    }
    let mut schemes = json!({
        "session": {
            "type": "apiKey", "in": "cookie", "name": COOKIE,
            "description": "Set by signing in (`POST /api/auth/sign-in/social`). It lives for 7 days and is renewed by use, \
                            for 30 days at most; an answer that renews it carries `set-cookie`.",
        },
    });
    if routes.list().any(|route| route.takes_tokens(app)) {
        schemes["token"] = json!({
            "type": "http", "scheme": "bearer", "bearerFormat": "parlour_…",
            "description": "A token for programs (`POST /api/tokens`), with the rights of its role as far as its scopes allow. It \
                            decides, whatever cookie comes along, and needs no `Origin`. 600 requests a minute for each.",
        });
    }
    if routes.list().any(|route| route.spec.access == Access::Machine) {
        schemes["jobSignature"] = json!({
            "type": "apiKey", "in": "header", "name": SIGNATURE,
            "description": "QStash's signature of this request, a JWT of the current or the next key.",
        });
        schemes["jobToken"] = json!({
            "type": "apiKey", "in": "header", "name": "x-internal-job-token",
            "description": "The internal token, where no signing key is configured.",
        });
    }
    let named = |headers: &BTreeSet<&'static str>| -> Map<String, Value> {
        headers.iter().map(|name| ((*name).to_owned(), answers::header(name))).collect()
    };
    // The codes first: their answers use headers too.
    let responses = answers::responses(&mut shared);
    json!({
        "openapi": "3.1.0",
        "info": words::info(app),
        "servers": [{ "url": SERVER, "description": words::server(app) }],
        "externalDocs": { "url": "/docs", "description": "This document as a page" },
        "security": operation::general_security(app),
        "tags": tags.iter().map(|tag| json!({ "name": tag, "description": words::tag(tag) })).collect::<Vec<_>>(),
        "paths": paths,
        "components": {
            "schemas": answers::schemas(&shared),
            "responses": responses,
            "examples": answers::examples(&shared),
            "headers": named(&shared.headers),
            "securitySchemes": schemes,
        },
    })
}

/// Puts an operation's examples into the document: what was asked, and what was answered.
pub fn with_example(document: &mut Value, path: &str, method: &str, request: Option<&Value>, answer: Option<&Value>) {
    let operation = &mut document["paths"][path][method];
    let json = "application/json";
    if let (Some(request), true) = (request, operation["requestBody"].is_object()) {
        operation["requestBody"]["content"][json]["example"] = request.clone();
    }
    let Some(answer) = answer else { return };
    for status in ["200", "201", "202"] {
        if operation["responses"][status]["content"][json].is_object() {
            operation["responses"][status]["content"][json]["example"] = answer.clone();
        }
    }
}

/// A schema as JSON.
fn of(schema: &RefOr<Schema>) -> Value {
    serde_json::to_value(schema).unwrap_or_default()
}
