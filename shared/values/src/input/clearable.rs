//! A field of a change that tells "leave it" from "clear it".

use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::field::Field;
use super::problems::Problems;
use super::schema::nullable;

/// A field of a change that may be left out (it stays), `null` (it is cleared) or a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Clearable<T> {
    Keep,
    Clear,
    Set(T),
}

impl<T> Clearable<T> {
    /// The field after the change.
    pub fn over<U: From<T>>(self, kept: Option<U>) -> Option<U> {
        match self {
            Self::Keep => kept,
            Self::Clear => None,
            Self::Set(value) => Some(value.into()),
        }
    }

    /// The same with another form of the value.
    pub fn map<U>(self, to: impl FnOnce(T) -> U) -> Clearable<U> {
        match self {
            Self::Keep => Clearable::Keep,
            Self::Clear => Clearable::Clear,
            Self::Set(value) => Clearable::Set(to(value)),
        }
    }

    pub fn is_given(&self) -> bool {
        !matches!(self, Self::Keep)
    }
}

impl<T: Field> Field for Clearable<T> {
    type Read = Option<Self>;

    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        T::from_json(value, path, problems).map(Self::Set)
    }

    fn absent() -> Option<Self> {
        Some(Self::Keep)
    }

    fn null() -> Option<Self> {
        Some(Self::Clear)
    }

    const REQUIRED: bool = false;

    fn field_schema() -> RefOr<Schema> {
        match nullable(T::field_schema()) {
            RefOr::T(Schema::Object(mut object)) => {
                let words = object.description.take().map(|words| format!("{words}; ")).unwrap_or_default();
                object.description = Some(format!("{words}`null` clears it"));
                object.into()
            }
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::input::{Body as _, Fields, Trimmed, body};

    body! {
        struct Change {
            note: Clearable<Trimmed<1, 5>>,
        }
    }

    fn read(body: &Value) -> Option<Clearable<Trimmed<1, 5>>> {
        let mut problems = Problems::default();
        Change::from_fields(Fields::of_object(body.as_object()?, "", &mut problems)).map(|change| change.note)
    }

    #[test]
    fn absent_null_and_a_value_are_three_things() {
        let kept = Some("old".to_owned());
        for (body, after) in [
            (json!({}), kept.clone()),
            (json!({ "note": null }), None),
            (json!({ "note": " new " }), Some("new".into())),
        ] {
            assert_eq!(read(&body).unwrap().over(kept.clone()), after, "{body}");
        }
        assert_eq!(Clearable::Set(2).map(|number| number + 1), Clearable::Set(3));
        assert_eq!(Clearable::Clear.map(|number: u8| number), Clearable::Clear);
        assert_eq!(read(&json!({ "note": "" })), None);
        assert_eq!(read(&json!({ "note": "too long" })), None);
    }

    #[test]
    fn the_schema_says_that_null_is_allowed() {
        let schema = serde_json::to_value(Change::field_schema()).unwrap();
        assert_eq!(schema["properties"]["note"]["type"], json!(["string", "null"]));
        assert_eq!(schema.get("required"), None);
    }
}
