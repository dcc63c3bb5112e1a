//! OpenAPI 3.1, generated from the table of routes.

use std::collections::BTreeMap;

use http::Method;
use utoipa::PartialSchema as _;
use utoipa::openapi::path::{
    HttpMethod, Operation, OperationBuilder, ParameterBuilder, ParameterIn, PathItem, PathsBuilder,
};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{
    Components, ContentBuilder, InfoBuilder, OpenApi, OpenApiBuilder, RefOr, Required, ResponseBuilder,
    ResponsesBuilder,
};

use super::errors::Code;
use super::routes::{Access, Route, Routes, Spec};
use crate::paging::CursorMeta;
use crate::settings::App;

/// The document of one app.
pub fn document(routes: &Routes) -> OpenApi {
    let title = match routes.app {
        App::Customer => "Parlour: the customer app",
        App::Admin => "Parlour: the admin app",
    };
    let mut named: BTreeMap<String, RefOr<Schema>> = BTreeMap::from([("Error".to_owned(), error_schema())]);
    let mut paths = PathsBuilder::new();
    for route in routes.list() {
        if let Some(answer) = &route.spec.answer {
            named.extend(answer.named.iter().cloned());
        }
        if let Some(method) = http_method(&route.method) {
            paths = paths.path(route.path, PathItem::new(method, operation(route, routes.app)));
        }
    }
    let mut components = Components::new();
    components.schemas.extend(named);
    components.security_schemes.insert(
        "session".to_owned(),
        SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("__Host-parlour.session"))).into(),
    );
    OpenApiBuilder::new()
        .info(InfoBuilder::new().title(title).version(env!("CARGO_PKG_VERSION")).build())
        .paths(paths.build())
        .components(Some(components))
        .build()
}

fn http_method(method: &Method) -> Option<HttpMethod> {
    match method.as_str() {
        "GET" => Some(HttpMethod::Get),
        "POST" => Some(HttpMethod::Post),
        "PUT" => Some(HttpMethod::Put),
        "PATCH" => Some(HttpMethod::Patch),
        "DELETE" => Some(HttpMethod::Delete),
        _ => None,
    }
}

fn operation(route: &Route, app: App) -> Operation {
    let spec = &route.spec;
    let group = route.path.trim_start_matches("/api/").split('/').next().unwrap_or("api");
    let mut operation = OperationBuilder::new()
        .operation_id(Some(operation_id(route)))
        .summary(Some(spec.summary))
        .tag(group)
        .description(Some(who(spec.access)));
    for name in path_parameters(route.path) {
        let parameter = ParameterBuilder::new()
            .name(name)
            .parameter_in(ParameterIn::Path)
            .required(Required::True)
            .schema(Some(text()));
        operation = operation.parameter(parameter.build());
    }
    if let Some(RefOr::T(Schema::Object(query))) = &spec.query {
        for (name, schema) in &query.properties {
            let required = if query.required.contains(name) { Required::True } else { Required::False };
            let parameter = ParameterBuilder::new()
                .name(name)
                .parameter_in(ParameterIn::Query)
                .required(required)
                .schema(Some(schema.clone()));
            operation = operation.parameter(parameter.build());
        }
    }
    if route.takes_dry_run(app) {
        let parameter = ParameterBuilder::new()
            .name(super::dry_run::PARAMETER)
            .parameter_in(ParameterIn::Query)
            .description(Some(
                "`true`: all checks and the answer as they would be, with the header `dry-run: true`; nothing is \
                 written, sent, numbered or counted. Ids and numbers not yet taken are `null`.",
            ))
            .schema(Some(ObjectBuilder::new().schema_type(Type::Boolean).default(Some(false.into()))));
        operation = operation.parameter(parameter.build());
    }
    if spec.idempotent {
        let parameter = ParameterBuilder::new()
            .name("Idempotency-Key")
            .parameter_in(ParameterIn::Header)
            .description(Some("Same key, same body: one effect, the same answer, for 24 hours."))
            .schema(Some(text()));
        operation = operation.parameter(parameter.build());
    }
    if let Some(schema) = &spec.request {
        let content = ContentBuilder::new().schema(Some(schema.clone())).build();
        operation =
            operation.request_body(Some(RequestBodyBuilder::new().content("application/json", content).build()));
    }
    if spec.access.minimum_role().is_some() {
        operation = operation.security(SecurityRequirement::new("session", Vec::<String>::new()));
    }
    operation.responses(responses(route, app)).build()
}

fn responses(route: &Route, app: App) -> utoipa::openapi::Responses {
    let spec = &route.spec;
    let mut success = ResponseBuilder::new().description("Done");
    if let Some(answer) = &spec.answer {
        let envelope = ObjectBuilder::new()
            .property("success", ObjectBuilder::new().schema_type(Type::Boolean).enum_values(Some([true])))
            .property("data", answer.schema.clone())
            .required("success")
            .required("data");
        let envelope = if has_cursor(spec) { envelope.property("meta", CursorMeta::schema()) } else { envelope };
        success = success.content("application/json", ContentBuilder::new().schema(Some(envelope)).build());
    }
    let refusal = |words: &str| {
        let schema = RefOr::Ref(utoipa::openapi::Ref::from_schema_name("Error"));
        ResponseBuilder::new()
            .description(words)
            .content("application/json", ContentBuilder::new().schema(Some(schema)).build())
            .build()
    };
    let mut responses = ResponsesBuilder::new().response(spec.status.as_str(), success.build());
    if spec.request.is_some() || spec.query.is_some() || route.takes_dry_run(app) {
        responses = responses.response("400", refusal("A field is wrong: `details` names it"));
    }
    if spec.access.minimum_role().is_some() {
        responses =
            responses.response("401", refusal("Nobody is signed in")).response("403", refusal("The role is too low"));
    }
    if spec.limit.is_some() {
        responses = responses.response("429", refusal("Too many requests"));
    }
    responses.response("500", refusal("Something went wrong on our side")).build()
}

/// A list that is answered page by page where a page is asked for.
fn has_cursor(spec: &Spec) -> bool {
    let has = |name: &str| matches!(&spec.query, Some(RefOr::T(Schema::Object(query))) if query.properties.contains_key(name));
    has("limit") && has("cursor")
}

fn who(access: Access) -> String {
    match access {
        Access::Public => "Public.".to_owned(),
        Access::Role(role) => format!("Needs the role `{role}` or above."),
        Access::Identity => "Part of sign-in; answers in its own shapes.".to_owned(),
        Access::Machine => "For machines; verified by signature.".to_owned(),
    }
}

/// `post-api-bookings-id-cancel`: stable, and unique per app.
fn operation_id(route: &Route) -> String {
    let path = route.path.replace(['{', '}', '*'], "").replace(['/', '.'], "-");
    format!("{}{path}", route.method.as_str().to_lowercase())
}

fn path_parameters(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter_map(|part| part.strip_prefix('{').and_then(|part| part.strip_suffix('}')))
}

fn text() -> Schema {
    ObjectBuilder::new().schema_type(Type::String).build().into()
}

fn error_schema() -> RefOr<Schema> {
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    let error = ObjectBuilder::new()
        .property("code", ObjectBuilder::new().schema_type(Type::String).enum_values(Some(codes)))
        .property("message", text())
        .property("statusCode", ObjectBuilder::new().schema_type(Type::Integer))
        .property("requestId", text())
        .property("retryable", ObjectBuilder::new().schema_type(Type::Boolean))
        .property("details", ObjectBuilder::new().schema_type(Type::Object))
        .required("code")
        .required("message")
        .required("statusCode")
        .required("requestId")
        .required("retryable");
    ObjectBuilder::new()
        .property("success", ObjectBuilder::new().schema_type(Type::Boolean).enum_values(Some([false])))
        .property("error", error)
        .required("success")
        .required("error")
        .into()
}
