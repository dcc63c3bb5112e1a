//! Answers of operations: successes with their content, and every refusal by its status.

use std::collections::{BTreeMap, BTreeSet};

use http::StatusCode;
use serde_json::{Map, Value, json};
use utoipa::PartialSchema as _;

use super::super::errors::{Code, Refusal};
use super::super::report::NEXT_CURSOR;
use super::super::spec::{Access, Content, Route};
use super::{SharedParts, of, words};
use parlour_settings::App;
use parlour_storage::paging::CursorMeta;

/// The response that generated clients take an answer for that is neither the redirect nor one of the listed refusals.
const OTHER: &str = "Other";
const JSON: &str = "application/json";
const RATE_LIMIT: [&str; 3] = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];

/// Refusals of a route of messages, before or by the protocol: in JSON-RPC's words, the envelope's or plain ones.
const PROTOCOL_REFUSALS: &[(&str, &str)] = &[
    ("400", "No message of the protocol, or its headers say something else; or the `Host` is missing"),
    ("401", "A token is missing or has ended: `www-authenticate` says that one is wanted"),
    ("403", "The caller's role is too low, or the `Host` or the `Origin` is another one"),
    ("404", "There is no such method"),
    ("406", "`Accept` does not name both `application/json` and `text/event-stream`"),
    ("413", "The message is too large"),
    ("415", "The message is not `application/json`"),
    ("422", "The message is not one of JSON-RPC"),
    ("429", "Too many requests: `retry-after` says when to try again"),
    ("500", "Something went wrong on our side"),
];

/// The responses of a route, by status.
pub(super) fn answers(route: &Route, app: App, shared: &mut SharedParts) -> Value {
    let mut answers = Map::new();
    for status in route.successes() {
        answers.insert(status.as_str().to_owned(), success(route, app, status, shared));
    }
    if route.spec.access == Access::Machine {
        answers.insert("401".to_owned(), text_refusal("The request is not signed", "Unauthorized"));
        answers.insert("500".to_owned(), text_refusal("The job failed; it may be called again", "Job failed"));
        return answers.into();
    }
    if matches!(route.spec.content, Content::Messages) {
        for (status, description) in PROTOCOL_REFUSALS {
            answers.insert((*status).to_owned(), protocol_refusal(description));
        }
        return answers.into();
    }
    if matches!(route.spec.content, Content::Redirect) {
        answers.insert("default".to_owned(), json!({ "$ref": format!("#/components/responses/{OTHER}") }));
    }
    let mut by_status: BTreeMap<u16, BTreeSet<Code>> = BTreeMap::new();
    for code in route.refusals(app) {
        by_status.entry(code.status().as_u16()).or_default().insert(code);
    }
    let is_plain = route.spec.access == Access::Identity;
    for (status, codes) in by_status {
        let told = if is_plain { &mut shared.plain } else { &mut shared.enveloped };
        told.extend(&codes);
        let answer = match codes.first() {
            Some(code) if codes.len() == 1 => {
                shared.alone.insert((*code, is_plain));
                json!({ "$ref": format!("#/components/responses/{}", name(*code, is_plain)) })
            }
            _ => refusal(&codes, is_plain, shared),
        };
        answers.insert(status.to_string(), answer);
    }
    answers.into()
}

fn success(route: &Route, app: App, status: StatusCode, shared: &mut SharedParts) -> Value {
    let spec = &route.spec;
    let mut headers = vec!["x-request-id"];
    if spec.limit.is_some() || route.takes_tokens(app) {
        headers.extend(RATE_LIMIT);
    }
    if spec.idempotent {
        headers.push("idempotency-replayed");
    }
    if route.takes_dry_run(app) {
        headers.push("dry-run");
    }
    if spec.revalidated {
        headers.push("etag");
    }
    if matches!(spec.content, Content::Redirect) {
        headers.push("location");
    }
    if spec.goes_on {
        headers.push(NEXT_CURSOR);
    }
    let mut answer = json!({ "description": words::success(route, status), "headers": named(&headers, shared) });
    let is_only_told = status == StatusCode::ACCEPTED && matches!(spec.content, Content::Messages);
    if status == StatusCode::NOT_MODIFIED || is_only_told {
        return answer;
    }
    let json = |schema: Value| json!({ JSON: { "schema": schema } });
    let content = match &spec.content {
        Content::Unsaid | Content::Redirect => return answer,
        Content::Json(data) if matches!(spec.access, Access::Identity | Access::Machine) => json(of(&data().schema)),
        Content::Json(data) => json(paged(envelope(of(&data().schema)), route)),
        Content::JsonOrCsv(data) => {
            let mut content = json(envelope(of(&data().schema)));
            content["text/csv"] = json!({ "schema": { "type": "string" } });
            content
        }
        Content::Document | Content::Messages => json(json!({ "type": "object" })),
        Content::File(media_type) => json!({ *media_type: { "schema": { "type": "string" } } }),
        Content::Files(media_types) => {
            let shape = |media_type: &str| if media_type == JSON { "object" } else { "string" };
            let file =
                |media_type: &&str| ((*media_type).to_owned(), json!({ "schema": { "type": shape(media_type) } }));
            media_types.iter().map(file).collect::<Map<String, Value>>().into()
        }
    };
    answer["content"] = content;
    answer
}

fn envelope(data: Value) -> Value {
    json!({
        "type": "object",
        "required": ["success", "data"],
        "properties": { "success": { "type": "boolean", "const": true }, "data": data },
    })
}

/// The envelope with the `meta` of a list: always, or where a page of it was asked for.
fn paged(mut envelope: Value, route: &Route) -> Value {
    if route.is_paged() {
        envelope["required"] = json!(["success", "data", "meta"]);
        envelope["properties"]["meta"] = json!({ "$ref": "#/components/schemas/Meta" });
    } else if route.has_cursor() {
        envelope["properties"]["meta"] = of(&CursorMeta::schema());
    }
    envelope
}

/// A refusal for one of these codes, which have one status.
fn refusal(codes: &BTreeSet<Code>, is_plain: bool, shared: &mut SharedParts) -> Value {
    let meanings: Vec<String> = codes.iter().map(|code| format!("`{code}`: {}", words::meaning(*code))).collect();
    let mut headers = vec!["x-request-id"];
    if codes.contains(&Code::RateLimited) {
        headers.push("retry-after");
        headers.extend(RATE_LIMIT);
    }
    let examples: Map<String, Value> = codes
        .iter()
        .map(|code| {
            let name = name(*code, is_plain);
            (name.clone(), json!({ "$ref": format!("#/components/examples/{name}") }))
        })
        .collect();
    json!({
        "description": meanings.join("\n\n"),
        "headers": named(&headers, shared),
        "content": {
            JSON: {
                "schema": if is_plain { sign_in_error(codes) } else { error(codes) },
                "examples": examples,
            },
        },
    })
}

/// The error envelope, for these codes.
fn error(codes: &BTreeSet<Code>) -> Value {
    json!({
        "type": "object",
        "required": ["success", "error"],
        "properties": {
            "success": { "type": "boolean", "const": false },
            "error": {
                "type": "object",
                "required": ["code", "message", "statusCode", "requestId", "retryable"],
                "properties": {
                    "code": { "type": "string", "enum": codes },
                    "message": { "type": "string", "description": "for people" },
                    "statusCode": { "type": "integer" },
                    "requestId": { "type": "string", "pattern": "^req_[0-9A-Za-z]{12}$" },
                    "retryable": { "type": "boolean", "description": "whether the same request may succeed later" },
                    "details": {
                        "type": "object",
                        "additionalProperties": true,
                        "description": "what is wrong: of a VALIDATION_ERROR the messages of each field by its path, of others \
                                        what is in the way, or `reason`, which of the rules behind one code it was",
                    },
                },
            },
        },
    })
}

/// The refusals of the sign-in routes, as better-auth writes them.
fn sign_in_error(codes: &BTreeSet<Code>) -> Value {
    json!({
        "type": "object",
        "required": ["message", "code"],
        "properties": { "message": { "type": "string" }, "code": { "type": "string", "enum": codes } },
    })
}

fn protocol_refusal(description: &str) -> Value {
    json!({
        "description": description,
        "content": { JSON: { "schema": { "type": "object" } }, "text/plain": { "schema": { "type": "string" } } },
    })
}

fn text_refusal(description: &str, text: &str) -> Value {
    json!({
        "description": description,
        "content": { "text/plain": { "schema": { "type": "string", "const": text } } },
    })
}

fn name(code: Code, is_plain: bool) -> String {
    if is_plain { format!("SignIn.{code}") } else { code.to_string() }
}

/// The answers that many operations share: refusals for one reason.
pub(super) fn responses(shared: &mut SharedParts) -> Map<String, Value> {
    let alone = shared.alone.clone();
    let mut responses: Map<String, Value> = alone
        .into_iter()
        .map(|(code, is_plain)| (name(code, is_plain), refusal(&BTreeSet::from([code]), is_plain, shared)))
        .collect();
    let other = json!({
        "description": "A refusal",
        "content": { JSON: { "schema": { "$ref": "#/components/schemas/Error" } } },
    });
    responses.insert(OTHER.to_owned(), other);
    responses
}

/// One refusal for every reason, as it is written.
pub(super) fn examples(shared: &SharedParts) -> Map<String, Value> {
    let enveloped = shared.enveloped.iter().map(|code| {
        let mut refusal = Refusal::new(*code, words::example(*code));
        if *code == Code::ValidationError {
            refusal = refusal.details(json!({ "phone": ["must be an Indian mobile number"] }));
        }
        let envelope = serde_json::from_slice(&refusal.envelope("req_4fT9xQ2mZb7K")).unwrap_or_default();
        (name(*code, false), envelope)
    });
    let plain = shared.plain.iter().map(|code| {
        let body: Value = json!({ "message": words::example(*code), "code": code });
        (name(*code, true), body)
    });
    enveloped.chain(plain).map(|(name, value)| (name, json!({ "value": value }))).collect()
}

pub(super) fn schemas(shared: &SharedParts) -> BTreeMap<String, Value> {
    let mut schemas = shared.schemas.clone();
    schemas.insert("Error".to_owned(), error(&shared.enveloped));
    schemas.insert(
        "Meta".to_owned(),
        json!({
            "type": "object",
            "required": ["page", "totalPages"],
            "properties": {
                "page": { "type": "integer", "minimum": 1 },
                "totalPages": {
                    "type": "integer", "minimum": 1,
                    "description": "of a feed, one more than this page while there may be more",
                },
                "totalCount": { "type": "integer", "minimum": 0, "description": "of lists; feeds are not counted" },
            },
        }),
    );
    schemas
}

fn named(headers: &[&'static str], shared: &mut SharedParts) -> Map<String, Value> {
    shared.headers.extend(headers);
    let reference = |name: &&str| json!({ "$ref": format!("#/components/headers/{name}") });
    headers.iter().map(|name| ((*name).to_owned(), reference(name))).collect()
}

/// A header of an answer.
pub(super) fn header(name: &str) -> Value {
    let (description, schema) = match name {
        "x-request-id" => ("The id under which the request is logged", json!({ "type": "string" })),
        "ratelimit-limit" => ("Requests in the window", json!({ "type": "integer" })),
        "ratelimit-remaining" => ("Requests left in the window", json!({ "type": "integer" })),
        "ratelimit-reset" => ("Seconds until the next window", json!({ "type": "integer" })),
        "retry-after" => ("Seconds to wait", json!({ "type": "integer" })),
        "idempotency-replayed" => {
            ("There where an earlier answer is repeated", json!({ "type": "string", "const": "true" }))
        }
        "dry-run" => ("There where nothing was done", json!({ "type": "string", "const": "true" })),
        NEXT_CURSOR => ("`after` of the next page; absent at the end", json!({ "type": "string" })),
        "etag" => ("For `If-None-Match`", json!({ "type": "string" })),
        _ => ("Where to go", json!({ "type": "string" })),
    };
    json!({ "description": description, "schema": schema })
}
