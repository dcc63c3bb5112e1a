//! Compares every answer of every test with the app's OpenAPI document: a status, a code, a content type or a field that its
//! operation does not document fails the test by name.

use std::sync::LazyLock;

use http::{Method, StatusCode, header};
use parlour_http::openapi;
use parlour_local::gateway;
use parlour_settings::App;
use serde_json::Value;

use crate::answer::Reply;

static CUSTOMER: LazyLock<Value> = LazyLock::new(|| openapi::document(&gateway::routes(App::Customer)));
static ADMIN: LazyLock<Value> = LazyLock::new(|| openapi::document(&gateway::routes(App::Admin)));

pub fn document(app: App) -> &'static Value {
    match app {
        App::Customer => &CUSTOMER,
        App::Admin => &ADMIN,
    }
}

/// Fails where the operation that this request reaches does not document this answer.
pub(crate) fn check(app: App, method: &Method, path: &str, reply: &Reply) {
    let document = document(app);
    let Some((name, operation)) = operation(document, method, path) else { return };
    let id = format!("{app} {method} {name} ({})", operation["operationId"]);
    let status = reply.status;
    let Some(answer) = operation["responses"].get(status.as_str()) else {
        panic!("{id} answered {status}, which is not documented: {}", String::from_utf8_lossy(&reply.bytes));
    };
    let is_packed = reply.headers.contains_key(header::CONTENT_ENCODING);
    // A dry run has `null` where a number or an id would be.
    let is_dry_run = reply.headers.contains_key("dry-run");
    if is_packed || (is_dry_run && status.is_success()) || status == StatusCode::NOT_MODIFIED {
        return;
    }
    let content = &resolved(document, answer)["content"];
    let media_type = reply.header("content-type").and_then(|kind| kind.split(';').next()).unwrap_or_default();
    if reply.bytes.is_empty() && content.is_null() {
        return;
    }
    let Some(kind) = content.get(media_type) else {
        panic!("{id} answered {status} as {media_type:?}, which is not documented");
    };
    if media_type == "application/json" {
        let body = reply.json();
        if let Err(problem) = fits(document, &kind["schema"], &body, "") {
            panic!("{id} answered {status} with a body that is not as documented: {problem}\n{body}");
        }
    }
}

/// The operation that serves a path: of those that fit, the one with the fewest parameters.
fn operation<'a>(document: &'a Value, method: &Method, path: &str) -> Option<(&'a str, &'a Value)> {
    let path: Vec<&str> = path.split('?').next().unwrap_or_default().split('/').collect();
    let fits = |pattern: &str| {
        let pattern: Vec<&str> = pattern.split('/').collect();
        pattern.len() == path.len()
            && pattern.iter().zip(&path).all(|(pattern, part)| pattern.starts_with('{') || pattern == part)
    };
    let paths = document["paths"].as_object()?;
    let (name, methods) =
        paths.iter().filter(|(pattern, _)| fits(pattern)).min_by_key(|(pattern, _)| pattern.matches('{').count())?;
    Some((name, methods.get(method.as_str().to_lowercase())?))
}

fn resolved<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(reference) => {
            document.pointer(reference.trim_start_matches('#')).unwrap_or_else(|| panic!("{reference} is nowhere"))
        }
        None => value,
    }
}

/// Whether a value is as its schema says, and has no field that the schema does not name. Patterns and formats are judged by
/// the tools of `infra/checks/clients`, from the examples.
pub fn fits(document: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let schema = resolved(document, schema);
    let told = |what: &str| Err(format!("{at:?} {what}: {value}"));
    let list = |key: &str| schema[key].as_array().into_iter().flatten();
    if schema.get("const").is_some_and(|only| only != value) {
        return told("is another value than documented");
    }
    if schema["enum"].is_array() && !list("enum").any(|one| one == value) {
        return told("is none of the documented values");
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        several => several.as_array().into_iter().flatten().filter_map(Value::as_str).collect(),
    };
    if !types.is_empty() && !types.iter().any(|one| is_of(one, value)) {
        return told(&format!("is not of the type {types:?}"));
    }
    if let Some(missing) = list("required").filter_map(Value::as_str).find(|name| value.get(name).is_none())
        && value.is_object()
    {
        return told(&format!("has no field {missing}"));
    }
    for part in list("allOf") {
        fits_loosely(document, part, value, at)?;
    }
    for key in ["oneOf", "anyOf"] {
        let tried: Vec<Result<(), String>> = list(key).map(|part| fits(document, part, value, at)).collect();
        if !tried.is_empty() && !tried.iter().any(Result::is_ok) {
            return told(&format!("is none of the documented shapes: {tried:?}"));
        }
    }
    if let Some(items) = value.as_array()
        && schema["items"].is_object()
    {
        for (index, item) in items.iter().enumerate() {
            fits(document, &schema["items"], item, &format!("{at}.{index}"))?;
        }
    }
    fields_fit(document, schema, value, at)?;
    let mut known = Vec::new();
    names(document, schema, &mut known);
    let is_open = known.is_empty() || schema.get("additionalProperties").is_some();
    match value.as_object().into_iter().flatten().find(|(name, _)| !is_open && !known.contains(&name.as_str())) {
        Some((name, _)) => told(&format!("has the field {name}, which is not documented")),
        None => Ok(()),
    }
}

/// The same, where other parts of the schema may name further fields.
fn fits_loosely(document: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let schema = resolved(document, schema);
    let mut open = schema.clone();
    if open.is_object() {
        open["additionalProperties"] = true.into();
    }
    fits(document, &open, value, at)
}

fn fields_fit(document: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        if let Some(given) = value.get(name) {
            let at = format!("{at}.{name}");
            // A part that only narrows a field says nothing of the others.
            let is_open = schema.get("additionalProperties").is_some();
            if is_open { fits_loosely(document, field, given, &at)? } else { fits(document, field, given, &at)? }
        }
    }
    Ok(())
}

/// The fields that a schema and its parts name.
fn names<'a>(document: &'a Value, schema: &'a Value, known: &mut Vec<&'a str>) {
    let schema = resolved(document, schema);
    known.extend(schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str()));
    for part in ["allOf", "oneOf", "anyOf"].iter().flat_map(|key| schema[*key].as_array().into_iter().flatten()) {
        names(document, part, known);
    }
}

fn is_of(name: &str, value: &Value) -> bool {
    match name {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("{other} is no type"),
    }
}
