//! OpenAPI schemas of the value types.

use utoipa::openapi::schema::{ObjectBuilder, Type};

use super::field::string_schema;
use crate::money::Paise;
use crate::time::{Instant, IstDate, Minutes, Month, TimeOfDay};

/// Gives a value type its OpenAPI schema, for views.
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

pub(crate) use view_schemas;

view_schemas! {
    Paise: ObjectBuilder::new().schema_type(Type::Integer).description(Some("paise")),
    Minutes: ObjectBuilder::new().schema_type(Type::Integer).description(Some("whole minutes")),
    IstDate: string_schema().description(Some("YYYY-MM-DD")),
    TimeOfDay: string_schema().description(Some("HH:mm")),
    Month: string_schema().description(Some("YYYY-MM")),
    Instant: string_schema().description(Some("ISO 8601, UTC")),
}
