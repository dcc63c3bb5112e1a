//! OpenAPI schemas of the value types.

use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, SchemaType, Type};

use super::field::{date_schema, instant_schema, string_schema};
use crate::money::Paise;
use crate::time::{Instant, IstDate, Minutes, Month, TimeOfDay};

/// The schema of a field that takes `null` too: one that may be left out, or one that can be cleared.
pub fn nullable(schema: RefOr<Schema>) -> RefOr<Schema> {
    match schema {
        RefOr::T(Schema::Object(mut object)) if object.schema_type != SchemaType::AnyValue => {
            object.schema_type = with_null(object.schema_type);
            if let Some(values) = &mut object.enum_values
                && !values.contains(&Value::Null)
            {
                values.push(Value::Null);
            }
            object.into()
        }
        RefOr::T(Schema::Array(mut array)) => {
            array.schema_type = with_null(array.schema_type);
            array.into()
        }
        other => OneOfBuilder::new().item(other).item(ObjectBuilder::new().schema_type(Type::Null)).into(),
    }
}

fn with_null(types: SchemaType) -> SchemaType {
    match types {
        SchemaType::Type(one) => SchemaType::Array(vec![one, Type::Null]),
        SchemaType::Array(mut several) => {
            if !several.contains(&Type::Null) {
                several.push(Type::Null);
            }
            SchemaType::Array(several)
        }
        SchemaType::AnyValue => SchemaType::AnyValue,
    }
}

/// Gives a value type its OpenAPI schema, for views.
#[macro_export]
macro_rules! view_schemas {
    ($($type:ty: $schema:expr),* $(,)?) => {$(
        impl utoipa::PartialSchema for $type {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                $schema.into()
            }
        }

        impl utoipa::ToSchema for $type {}
    )*};
}

pub use crate::view_schemas;

view_schemas! {
    Paise: ObjectBuilder::new().schema_type(Type::Integer).description(Some("paise")),
    Minutes: ObjectBuilder::new().schema_type(Type::Integer).description(Some("whole minutes")),
    IstDate: date_schema(),
    TimeOfDay: string_schema().pattern(Some("^([01][0-9]|2[0-4]):[0-5][0-9]$")).description(Some("`HH:mm`, IST")),
    Month: string_schema().pattern(Some("^[0-9]{4}-[0-9]{2}$")).description(Some("`YYYY-MM`")),
    Instant: instant_schema(),
}
