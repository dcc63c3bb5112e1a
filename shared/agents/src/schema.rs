//! Our schemas as tools carry them: each by itself, with what it refers to inside.

use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use parlour_values::input::Field;

/// The place of schemas in the API's documents, and in a tool's.
const OF_DOCUMENT: &str = "#/components/schemas/";
const OF_TOOL: &str = "#/$defs/";

/// The schema of a tool's input. Nothing else is taken with it.
pub(crate) fn input<T: Field>() -> Map<String, Value> {
    let mut named = Vec::new();
    T::named_schemas(&mut named);
    let mut schema = standing_alone(&T::field_schema(), &named);
    schema.insert("additionalProperties".to_owned(), Value::Bool(false));
    schema
}

/// Of a tool that takes nothing.
pub(crate) fn no_input() -> Map<String, Value> {
    Map::from_iter([("type".to_owned(), json!("object")), ("additionalProperties".to_owned(), Value::Bool(false))])
}

/// The schema of a tool's output.
pub(crate) fn output<T: ToSchema>() -> Map<String, Value> {
    let mut named = Vec::new();
    T::schemas(&mut named);
    standing_alone(&T::schema(), &named)
}

fn standing_alone(schema: &RefOr<Schema>, named: &[(String, RefOr<Schema>)]) -> Map<String, Value> {
    let mut whole = moved(serde_json::to_value(schema).unwrap_or_default());
    if !named.is_empty() {
        let named = named.iter().map(|(name, schema)| {
            let schema = moved(serde_json::to_value(schema).unwrap_or_default());
            (name.clone(), Value::Object(schema))
        });
        whole.insert("$defs".to_owned(), Value::Object(named.collect()));
    }
    whole.insert("type".to_owned(), json!("object"));
    whole
}

/// With every reference leading into the tool's own schema.
fn moved(value: Value) -> Map<String, Value> {
    match redirected(value) {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

fn redirected(value: Value) -> Value {
    match value {
        Value::String(text) => match text.strip_prefix(OF_DOCUMENT) {
            Some(name) => Value::String(format!("{OF_TOOL}{name}")),
            None => Value::String(text),
        },
        Value::Array(values) => Value::Array(values.into_iter().map(redirected).collect()),
        Value::Object(object) => {
            Value::Object(object.into_iter().map(|(name, value)| (name, redirected(value))).collect())
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::*;
    use parlour_values::input::{Trimmed, body};

    body! {
        struct Wanted {
            query: Trimmed<1, 20>,
            often: Option<bool>,
        }
    }

    #[derive(Serialize, ToSchema)]
    struct Part {
        name: String,
    }

    #[derive(Serialize, ToSchema)]
    struct Whole {
        parts: Vec<Part>,
    }

    #[test]
    fn what_is_taken_is_an_object_with_nothing_else_in_it() {
        let schema = input::<Wanted>();
        assert_eq!((&schema["type"], &schema["required"]), (&json!("object"), &json!(["query"])));
        assert_eq!(schema["additionalProperties"], json!(false));
        assert!(schema["properties"]["often"].is_object());
    }

    #[test]
    fn what_is_given_refers_to_nothing_outside_itself() {
        let schema = output::<Whole>();
        assert_eq!(schema["properties"]["parts"]["items"], json!({ "$ref": "#/$defs/Part" }));
        assert_eq!(schema["$defs"]["Part"]["required"], json!(["name"]));
    }
}
