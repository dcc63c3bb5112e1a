//! One operation: its names, its parameters and its body. What it answers is in `answers.rs`.

use serde_json::{Map, Value, json};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::super::dry_run;
use super::super::gate::LONGEST_KEY;
use super::super::limits::Allowance;
use super::super::query::MAX_LENGTH;
use super::super::spec::{Access, Content, Route};
use super::{SharedParts, answers, of, words};
use parlour_settings::App;

pub(super) fn operation(route: &Route, app: App, shared: &mut SharedParts) -> Value {
    let spec = &route.spec;
    let mut operation = Map::new();
    operation.insert("operationId".to_owned(), json!(spec.id));
    operation.insert("summary".to_owned(), spec.summary.into());
    operation.insert("description".to_owned(), description(route, app).into());
    operation.insert("tags".to_owned(), json!([tag(route)]));
    let parameters = parameters(route, app);
    if !parameters.is_empty() {
        operation.insert("parameters".to_owned(), parameters.into());
    }
    if let Some(request) = spec.request.map(|request| request()) {
        shared.name(&request.named);
        let is_required = request.named.first().is_some_and(|(_, schema)| is_required(schema));
        let body = json!({
            "required": is_required,
            "content": { "application/json": { "schema": of(&request.schema) } },
        });
        operation.insert("requestBody".to_owned(), body);
    }
    if let Some(most) = spec.upload {
        let file = json!({ "type": "string", "format": "binary", "minLength": 1, "maxLength": most });
        let body = json!({ "required": true, "content": { "application/octet-stream": { "schema": file } } });
        operation.insert("requestBody".to_owned(), body);
    }
    if let Some(security) = security(route, app) {
        operation.insert("security".to_owned(), security);
    }
    if let Content::Json(answer) | Content::JsonOrCsv(answer) = &spec.content {
        shared.name(&answer().named);
    }
    operation.insert("responses".to_owned(), answers::answers(route, app, shared));
    operation.into()
}

/// The group it is listed in: the noun of its id.
pub(super) fn tag(route: &Route) -> &str {
    route.spec.id.split('.').next().unwrap_or_default()
}

fn description(route: &Route, app: App) -> String {
    let spec = &route.spec;
    let mut said = vec![spec.about.to_string(), words::who(route, app)];
    if let Some(limit) = spec.limit {
        let count = match limit.count {
            Allowance::Fixed(count) => count.to_string(),
            Allowance::Leads => "5 (unless configured otherwise)".to_owned(),
        };
        said.push(format!("At most {count} requests in {} seconds from one address.", limit.seconds));
    }
    said.retain(|sentence| !sentence.is_empty());
    said.join("\n\n")
}

/// The security of most operations of an app: a session, or on the admin app a token.
pub(super) fn general_security(app: App) -> Value {
    match app {
        App::Customer => json!([{ "session": [] }]),
        App::Admin => json!([{ "session": [] }, { "token": [] }]),
    }
}

/// An operation's security, if that differs from the document's own.
fn security(route: &Route, app: App) -> Option<Value> {
    let by_session = || Some(json!([{ "session": [] }])).filter(|by| *by != general_security(app));
    match route.spec.access {
        Access::Role(_) if route.spec.programs_only => Some(json!([{ "token": [] }])),
        Access::Role(_) if route.takes_tokens(app) => None,
        Access::Role(_) => by_session(),
        Access::Public => Some(json!([])),
        Access::Identity if route.spec.needs_session() => by_session(),
        Access::Identity => Some(json!([{}, { "session": [] }])),
        Access::Machine => Some(json!([{ "jobSignature": [] }, { "jobToken": [] }])),
    }
}

fn parameters(route: &Route, app: App) -> Vec<Value> {
    let spec = &route.spec;
    let mut parameters: Vec<Value> = route.path_parameters().map(path_parameter).collect();
    if let Some(RefOr::T(Schema::Object(query))) = spec.query.map(|query| query()) {
        for (name, schema) in &query.properties {
            parameters.push(query_parameter(name, of(schema), query.required.contains(name)));
        }
    }
    if route.takes_dry_run(app) {
        parameters.push(json!({
            "name": dry_run::PARAMETER, "in": "query",
            "description": "`true`: all checks and the answer as they would be, with the header `dry-run: true`; nothing is \
                            written, sent, numbered or counted. Ids and numbers not yet taken are `null`. \
                            An `Idempotency-Key` is ignored.",
            "schema": { "type": "boolean", "default": false },
        }));
    }
    if spec.idempotent {
        parameters.push(json!({
            "name": "Idempotency-Key", "in": "header",
            "description": "Same key, same body: one effect and the same answer, for 24 hours. The same key with another body \
                            is refused with 409.",
            "schema": { "type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$" },
        }));
    }
    if spec.revalidated {
        parameters.push(json!({
            "name": "If-None-Match", "in": "header",
            "description": "The `etag` of an earlier answer: 304 where it still holds.",
            "schema": { "type": "string" },
        }));
    }
    parameters
}

fn path_parameter(name: &str) -> Value {
    let schema = match name {
        "date" => json!({ "type": "string", "format": "date", "maxLength": 10 }),
        "month" => json!({ "type": "string", "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])$", "maxLength": 7 }),
        _ => json!({ "type": "string", "minLength": 1, "maxLength": MAX_LENGTH }),
    };
    json!({ "name": name, "in": "path", "required": true, "description": words::parameter(name), "schema": schema })
}

/// A query has no `null`: a parameter is given or not. Lists are separated by commas.
fn query_parameter(name: &str, mut schema: Value, is_required: bool) -> Value {
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|one| one != "null");
        if let [one] = &types[..] {
            schema["type"] = one.clone();
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    let mut parameter = json!({ "name": name, "in": "query", "required": is_required });
    if schema["type"] == "array" {
        parameter["style"] = "form".into();
        parameter["explode"] = false.into();
        parameter["description"] = "separated by commas; the name may be repeated instead".into();
    } else if let Some(Value::String(words)) = schema.as_object_mut().and_then(|schema| schema.remove("description")) {
        parameter["description"] = words.into();
    }
    parameter["schema"] = schema;
    parameter
}

/// Whether an empty body would be refused.
fn is_required(schema: &RefOr<Schema>) -> bool {
    match schema {
        RefOr::T(Schema::Object(object)) => !object.required.is_empty(),
        RefOr::T(_) | RefOr::Ref(_) => true,
    }
}
