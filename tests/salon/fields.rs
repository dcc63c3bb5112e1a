//! The fields of a request as its OpenAPI schema describes them, and bodies made from them.

use parlour_http::{Content, Route};
use parlour_local::gateway;
use parlour_settings::App;
use parlour_tests::{Client, Reply};
use serde_json::{Map, Value, json};

/// One call with a body, to be tried with other values in its fields.
pub struct Call<'a, 'b> {
    pub who: &'a Client<'b>,
    pub route: &'a Route,
    pub path: &'a str,
    /// A body that succeeds.
    pub given: Value,
    pub schema: Value,
}

impl Call<'_, '_> {
    /// `admin POST /api/tags`.
    pub fn name(&self) -> String {
        name_of(self.who.app, self.route)
    }

    pub async fn send(&self, body: &Value) -> Reply {
        self.who.send(self.route.method.clone(), self.path, Some(body.to_string())).await
    }
}

fn name_of(app: App, route: &Route) -> String {
    format!("{app} {} {}", route.method, route.path)
}

/// The schema of the body, with what it refers to in its place; of several shapes, the first.
pub fn schema_of(route: &Route) -> Option<Value> {
    // Messages of agents are another protocol's: other values in them are tried in `agents.rs`.
    let request = route.spec.request.filter(|_| !matches!(route.spec.content, Content::Messages))?();
    let named = |name: &str| request.named.iter().find(|(own, _)| own == name).map(|(_, schema)| schema);
    let mut schema = serde_json::to_value(&request.schema).unwrap();
    while let Some(name) = schema["$ref"].as_str().or(schema["oneOf"][0]["$ref"].as_str()) {
        let name = name.rsplit('/').next().unwrap();
        schema = serde_json::to_value(named(name).unwrap_or_else(|| panic!("{name} is not there"))).unwrap();
    }
    Some(schema)
}

/// Every route that takes a body, by name, with the schema of the body.
pub fn requests() -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for app in [App::Customer, App::Admin] {
        let routes = gateway::routes(app);
        all.extend(routes.list().filter_map(|route| Some((name_of(app, route), schema_of(route)?))));
    }
    all
}

/// A text field: where it is, and how many characters it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextField {
    /// Names and positions with dots between them, `days.0.weekday`.
    pub path: String,
    pub longest: usize,
}

/// The length if none is given.
const SOME_LENGTH: usize = 256;

/// The text fields of a schema but those with a fixed set of values; of a list, those of its first item.
pub fn texts(schema: &Value) -> Vec<TextField> {
    let mut found = Vec::new();
    collect_texts(schema, "", &mut found);
    found
}

fn collect_texts(schema: &Value, path: &str, found: &mut Vec<TextField>) {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    if let Some(properties) = schema["properties"].as_object() {
        for (name, schema) in properties {
            collect_texts(schema, &below(name), found);
        }
    } else if schema["items"].is_object() {
        collect_texts(&schema["items"], &below("0"), found);
    } else if is_text(schema) && schema["enum"].is_null() {
        let longest = schema["maxLength"].as_u64().map_or(SOME_LENGTH, |length| usize::try_from(length).unwrap());
        found.push(TextField { path: path.to_owned(), longest });
    }
}

/// `"string"`, or a list with it where null is possible too.
fn is_text(schema: &Value) -> bool {
    schema["type"] == "string" || schema["type"].as_array().is_some_and(|types| types.contains(&json!("string")))
}

/// Sets a field, unless what it is a part of is absent; a list begins with it where there was none.
pub fn set(body: &mut Value, path: &str, value: Value) -> bool {
    match path.split_once('.') {
        None => match body {
            Value::Object(fields) => {
                fields.insert(path.to_owned(), value);
                true
            }
            Value::Array(items) => match path.parse::<usize>().ok().and_then(|position| items.get_mut(position)) {
                Some(item) => {
                    *item = value;
                    true
                }
                None => false,
            },
            _ => false,
        },
        Some((name, "0")) if body.get(name).is_none() && body.is_object() => set(body, name, json!([value])),
        Some((name, rest)) => {
            let part = match body {
                Value::Object(fields) => fields.get_mut(name),
                Value::Array(items) => name.parse::<usize>().ok().and_then(|position| items.get_mut(position)),
                _ => None,
            };
            part.is_some_and(|part| set(part, rest, value))
        }
    }
}

/// Whether a refusal names this field or something it is a part of.
pub fn is_named(reply: &Reply, path: &str) -> bool {
    let error = reply.json();
    let named = error["error"]["details"].as_object().cloned().unwrap_or_else(Map::new);
    named.keys().any(|name| {
        let name = name.replace('[', ".").replace(']', "");
        name == path || path.strip_prefix(&name).is_some_and(|rest| rest.starts_with('.'))
    })
}

/// The lists of a schema that stand outside other lists: path, the most items, the schema of an item.
pub fn lists(schema: &Value) -> Vec<(String, usize, Value)> {
    let properties = schema["properties"].as_object().into_iter().flatten();
    let lists = properties.filter(|(_, schema)| schema["items"].is_object());
    lists
        .map(|(name, schema)| {
            let most =
                schema["maxItems"].as_u64().unwrap_or_else(|| panic!("{name} is a list without an end: {schema}"));
            (name.clone(), usize::try_from(most).unwrap(), schema["items"].clone())
        })
        .collect()
}
