//! `/docs`: the API's own document as a page. Rendered from the kept document, without a script and without the network.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use maud::{DOCTYPE, Markup, html};
use parlour_http::Revalidated;
use serde_json::Value;

use crate::assets;
use crate::parts::Head::Text;

/// The document in the form that programs read.
const DOCUMENT: &str = "/api/openapi.json";
const PAGE: &str = "/docs";
const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];
/// How far the fields of fields are listed.
const DEEPEST: usize = 3;

/// The page of a document.
pub fn render(document: &str) -> String {
    let document: Value = serde_json::from_str(document).unwrap_or_default();
    Docs { document: &document }.page().into_string()
}

/// The page as it is served: kept by its ETag.
pub fn page(rendered: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_LANGUAGE, "en"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
    ];
    let mut response = (headers, rendered).into_response();
    response.extensions_mut().insert(Revalidated { vary: "accept-encoding" });
    response
}

/// `/api`: whoever looks there finds the page, and the document beside it (RFC 8631).
pub async fn at_the_api() -> Response {
    let links = format!("<{DOCUMENT}>; rel=\"service-desc\", <{PAGE}>; rel=\"service-doc\"");
    let mut response = (StatusCode::FOUND, [(header::LOCATION, PAGE)]).into_response();
    if let Ok(links) = HeaderValue::from_str(&links) {
        response.headers_mut().insert(header::LINK, links);
    }
    response
}

/// `/openapi.json`: where programs look first.
pub async fn at_the_root() -> Response {
    (StatusCode::FOUND, [(header::LOCATION, DOCUMENT)]).into_response()
}

struct Docs<'a> {
    document: &'a Value,
}

/// One field of a body or an answer.
struct FieldRow {
    name: String,
    kind: String,
    is_required: bool,
    words: String,
}

impl<'a> Docs<'a> {
    fn page(&self) -> Markup {
        let info = &self.document["info"];
        let title = text(&info["title"]);
        let tags: Vec<&Value> = items(&self.document["tags"]).collect();
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (title) }
                    link rel="stylesheet" href=(assets::DOCS_STYLE.href());
                    link rel="service-desc" type="application/json" href=(DOCUMENT);
                }
                body {
                    nav aria-label="Groups" {
                        ul { @for tag in &tags { li { a href={ "#" (text(&tag["name"])) } { (text(&tag["name"])) } } } }
                    }
                    main {
                        h1 { (title) }
                        (prose(text(&info["description"])))
                        p { a href=(DOCUMENT) { "The document itself" } ", OpenAPI 3.1, version " (text(&info["version"])) "." }
                        @for tag in &tags { (self.group(tag)) }
                    }
                }
            }
        }
    }

    fn group(&self, tag: &Value) -> Markup {
        let name = text(&tag["name"]);
        html! {
            section aria-labelledby=(name) {
                h2 id=(name) { (name) }
                (prose(text(&tag["description"])))
                @for (path, method, operation) in self.operations().filter(|(_, _, operation)| operation["tags"][0] == name) {
                    (self.operation(path, method, operation))
                }
            }
        }
    }

    fn operations(&self) -> impl Iterator<Item = (&'a str, &'static str, &'a Value)> {
        let paths = self.document["paths"].as_object().into_iter().flatten();
        paths.flat_map(|(path, methods)| {
            METHODS.iter().filter_map(move |method| Some((path.as_str(), *method, methods.get(*method)?)))
        })
    }

    fn operation(&self, path: &str, method: &str, operation: &'a Value) -> Markup {
        let id = text(&operation["operationId"]);
        let body = &operation["requestBody"]["content"]["application/json"];
        let given: Vec<FieldRow> = items(&operation["parameters"]).map(|parameter| self.parameter(parameter)).collect();
        html! {
            article id=(id) {
                h3 { code { (method.to_uppercase()) " " (path) } " " (text(&operation["summary"])) }
                p.id { code { (id) } }
                (prose(text(&operation["description"])))
                details {
                    summary { "What it takes and answers" }
                    (table("Parameters", &given))
                    @if body.is_object() {
                        (table("Body", &self.rows(&body["schema"])))
                        (example(&body["example"]))
                    }
                    @for (status, answer) in operation["responses"].as_object().into_iter().flatten() {
                        (self.answer(status, self.resolved(answer)))
                    }
                }
            }
        }
    }

    fn parameter(&self, parameter: &'a Value) -> FieldRow {
        FieldRow {
            name: format!("{} ({})", text(&parameter["name"]), text(&parameter["in"])),
            kind: self.kind(&parameter["schema"]),
            is_required: parameter["required"] == true,
            words: text(&parameter["description"]).to_owned(),
        }
    }

    fn answer(&self, status: &str, answer: &'a Value) -> Markup {
        let is_success = status.starts_with('2');
        html! {
            h4 { (status) }
            (prose(text(&answer["description"])))
            @for (media_type, content) in answer["content"].as_object().into_iter().flatten().filter(|_| is_success) {
                @if media_type == "application/json" {
                    (table("Answer", &self.rows(&content["schema"])))
                    (example(&content["example"]))
                } @else {
                    p { code { (media_type) } }
                }
            }
        }
    }

    /// The value that a reference stands for.
    fn resolved(&self, value: &'a Value) -> &'a Value {
        match value["$ref"].as_str().and_then(|reference| reference.strip_prefix('#')) {
            Some(pointer) => self.document.pointer(pointer).unwrap_or(value),
            None => value,
        }
    }

    fn rows(&self, schema: &'a Value) -> Vec<FieldRow> {
        let mut rows = Vec::new();
        self.fields(schema, "", 0, &mut rows);
        rows
    }

    fn fields(&self, schema: &'a Value, prefix: &str, depth: usize, rows: &mut Vec<FieldRow>) {
        let schema = self.resolved(schema);
        if depth > DEEPEST {
            return;
        }
        for part in ["oneOf", "anyOf", "allOf"].iter().flat_map(|key| items(&schema[*key])) {
            self.fields(part, prefix, depth, rows);
        }
        if schema["items"].is_object() {
            self.fields(&schema["items"], &format!("{prefix}[]."), depth + 1, rows);
        }
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let path = format!("{prefix}{name}");
            rows.push(FieldRow {
                kind: self.kind(field),
                is_required: items(&schema["required"]).any(|required| required == name),
                words: text(&self.resolved(field)["description"]).to_owned(),
                name: path.clone(),
            });
            let field = self.resolved(field);
            if field["items"].is_object() {
                self.fields(&field["items"], &format!("{path}[]."), depth + 1, rows);
            } else {
                self.fields(field, &format!("{path}."), depth + 1, rows);
            }
        }
    }

    /// The type in words: `string, date`, `list of string`, `salon | spa`.
    fn kind(&self, schema: &'a Value) -> String {
        let schema = self.resolved(schema);
        if let Some(values) = schema["enum"].as_array() {
            return values.iter().map(words_of).collect::<Vec<_>>().join(" | ");
        }
        if !schema["const"].is_null() {
            return words_of(&schema["const"]);
        }
        if schema["items"].is_object() {
            return format!("list of {}", self.kind(&schema["items"]));
        }
        let mut kind = match &schema["type"] {
            Value::Array(types) => types.iter().map(words_of).collect::<Vec<_>>().join(" | "),
            Value::String(one) => one.clone(),
            _ => "object".to_owned(),
        };
        for bound in ["format", "pattern", "minimum", "maximum", "minLength", "maxLength", "default"] {
            if !schema[bound].is_null() {
                kind.push_str(&format!(", {bound} {}", words_of(&schema[bound])));
            }
        }
        kind
    }
}

fn table(caption: &str, rows: &[FieldRow]) -> Markup {
    html! {
        @if !rows.is_empty() {
            div.wide role="group" tabindex="0" aria-label=(caption) {
                table {
                    caption { (caption) }
                    thead { tr { (Text("Name")) (Text("Type")) (Text("What it is")) } }
                    tbody {
                        @for row in rows {
                            tr {
                                th scope="row" { code { (row.name) } @if row.is_required { " required" } }
                                td { (row.kind) }
                                td { (inline(&row.words)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn example(value: &Value) -> Markup {
    html! {
        @if !value.is_null() {
            pre tabindex="0" { code { (serde_json::to_string_pretty(value).unwrap_or_default()) } }
        }
    }
}

/// Paragraphs and lists.
fn prose(text: &str) -> Markup {
    html! {
        @for block in text.split("\n\n").filter(|block| !block.is_empty()) {
            @if block.starts_with("- ") {
                ul { @for line in block.lines() { li { (inline(line.trim_start_matches("- "))) } } }
            } @else {
                p { (inline(block)) }
            }
        }
    }
}

/// Text with `code` and **strong** words.
fn inline(text: &str) -> Markup {
    let marked = |text: &str| -> Markup {
        html! { @for (at, part) in text.split("**").enumerate() { @if at % 2 == 1 { strong { (part) } } @else { (part) } } }
    };
    html! { @for (at, part) in text.split('`').enumerate() { @if at % 2 == 1 { code { (part) } } @else { (marked(part)) } } }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn words_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_operation_is_on_the_page_and_nothing_breaks_out_of_it() {
        let document = json!({
            "info": { "title": "The <API>", "version": "1", "description": "All.\n\n- **One**: `code`\n- two" },
            "tags": [{ "name": "bookings", "description": "Appointments." }],
            "paths": { "/api/bookings": { "post": {
                "operationId": "bookings.book", "summary": "Book", "description": "Does it.", "tags": ["bookings"],
                "requestBody": { "content": { "application/json": {
                    "schema": { "$ref": "#/components/schemas/Book" }, "example": { "notes": "</pre><script>" } } } },
                "responses": { "201": { "description": "Created" } },
            } } },
            "components": { "schemas": { "Book": {
                "type": "object", "required": ["serviceIds"],
                "properties": { "serviceIds": { "type": "array", "items": { "type": "string" } } } } } },
        });
        let page = render(&document.to_string());
        assert!(page.contains("POST /api/bookings") && page.contains("id=\"bookings.book\""), "{page}");
        assert!(page.contains("<code>serviceIds</code> required") && page.contains("list of string"), "{page}");
        assert!(page.contains("<strong>One</strong>: <code>code</code>"), "{page}");
        assert!(!page.contains("<script>") && page.contains("The &lt;API&gt;"), "{page}");
    }
}
