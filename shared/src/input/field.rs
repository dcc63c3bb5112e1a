//! Single fields of a request: types that parse themselves from JSON or from a query string.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::openapi::{ArrayBuilder, RefOr};

use super::problems::Problems;
use crate::color::Color;
use crate::contact::{BusinessPhone, EmailAddress, Phone};
use crate::time::{Instant, IstDate, Month, TimeOfDay};

/// The value of a field. Problems are reported under `path`; without a problem there is a value.
pub trait Field: Sized {
    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self>;

    /// From a query parameter, which is always text.
    fn from_query(text: &str, path: &str, problems: &mut Problems) -> Option<Self> {
        Self::from_json(&Value::String(text.to_owned()), path, problems)
    }

    /// From all that a query gives under one name: only a list takes more than one value.
    fn from_query_values(texts: &[String], path: &str, problems: &mut Problems) -> Option<Self> {
        match texts {
            [text] => Self::from_query(text, path, problems),
            _ => {
                problems.add(path, "must be given once");
                None
            }
        }
    }

    /// The value of an absent field; `None` if the field is required.
    fn absent() -> Option<Self> {
        None
    }

    /// What `null` means; the same as leaving it out, unless the field can be cleared.
    fn null() -> Option<Self> {
        Self::absent()
    }

    const REQUIRED: bool = true;

    fn field_schema() -> RefOr<Schema>;

    /// The schemas that its own one refers to, by their names.
    fn named_schemas(_named: &mut Vec<(String, RefOr<Schema>)>) {}
}

/// A field that may be left out.
impl<T: Field> Field for Option<T> {
    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        T::from_json(value, path, problems).map(Some)
    }

    fn from_query(text: &str, path: &str, problems: &mut Problems) -> Option<Self> {
        T::from_query(text, path, problems).map(Some)
    }

    fn from_query_values(texts: &[String], path: &str, problems: &mut Problems) -> Option<Self> {
        T::from_query_values(texts, path, problems).map(Some)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    const REQUIRED: bool = false;

    fn field_schema() -> RefOr<Schema> {
        T::field_schema()
    }
}

pub(super) fn text_of<'a>(value: &'a Value, path: &str, problems: &mut Problems) -> Option<&'a str> {
    let text = value.as_str();
    if text.is_none() {
        problems.add(path, "must be text");
    }
    text
}

/// A type that parses itself from text, with its own message.
pub(crate) fn parsed<T: FromStr>(value: &Value, path: &str, problems: &mut Problems) -> Option<T>
where
    T::Err: fmt::Display,
{
    match text_of(value, path, problems)?.parse() {
        Ok(parsed) => Some(parsed),
        Err(reason) => {
            problems.add(path, reason.to_string());
            None
        }
    }
}

pub(crate) fn string_schema() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

/// Implements `Field` for types that are text on the wire and parse themselves.
macro_rules! text_fields {
    ($($type:ty: $schema:expr),* $(,)?) => {$(
        impl $crate::input::Field for $type {
            fn from_json(value: &serde_json::Value, path: &str, problems: &mut $crate::input::Problems) -> Option<Self> {
                $crate::input::parsed(value, path, problems)
            }

            fn field_schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                $schema.into()
            }
        }
    )*};
}

pub(crate) use text_fields;

text_fields! {
    IstDate: date_schema(),
    TimeOfDay: string_schema()
        .pattern(Some("^([01][0-9]|2[0-3]):[0-5][0-9]$"))
        .description(Some("`HH:mm`, 24-hour, IST"))
        .examples(["10:30"]),
    Month: string_schema()
        .pattern(Some("^[0-9]{4}-(0[1-9]|1[0-2])$"))
        .description(Some("`YYYY-MM`"))
        .examples(["2026-11"]),
    Instant: instant_schema(),
    Phone: string_schema()
        .pattern(Some(PHONE))
        .description(Some("an Indian mobile number; answered as `+91` and ten digits"))
        .examples(["+919876543210"]),
    BusinessPhone: string_schema()
        .pattern(Some(BUSINESS_PHONE))
        .description(Some("an Indian phone number: mobile, landline with its area code, or toll-free"))
        .examples(["+918041234567"]),
    Color: <Color as utoipa::PartialSchema>::schema(),
    EmailAddress: string_schema()
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Email)))
        .max_length(Some(254))
        .examples(["asha@example.test"]),
}

/// As the numbers are written; spaces, hyphens, dots and brackets between the digits are taken too.
const PHONE: &str = r"^(\+91|0)?[6-9][0-9]{9}$";
const BUSINESS_PHONE: &str = r"^(\+91|0)?[1-9][0-9]{9,10}$";

pub(super) fn date_schema() -> ObjectBuilder {
    string_schema()
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Date)))
        .description(Some("`YYYY-MM-DD`"))
        .examples(["2026-11-16"])
}

pub(super) fn instant_schema() -> ObjectBuilder {
    string_schema()
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)))
        .description(Some("ISO 8601; answers are in UTC"))
        .examples(["2026-11-16T04:30:00.000Z"])
}

/// A day that is today or later in IST.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Upcoming(pub IstDate);

impl Field for Upcoming {
    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        let date = IstDate::from_json(value, path, problems)?;
        if problems.today().is_some_and(|today| date < today) {
            problems.add(path, "must not be in the past");
            return None;
        }
        Some(Self(date))
    }

    fn field_schema() -> RefOr<Schema> {
        IstDate::field_schema()
    }
}

/// Implements `Field` for types that have a schema, such as enums declared with `text_enum!`.
macro_rules! enum_fields {
    ($($type:ty),* $(,)?) => {
        $crate::input::text_fields! { $($type: <$type as utoipa::PartialSchema>::schema()),* }
    };
}

pub(crate) use enum_fields;

impl Field for bool {
    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        if value.as_bool().is_none() {
            problems.add(path, "must be true or false");
        }
        value.as_bool()
    }

    fn from_query(text: &str, path: &str, problems: &mut Problems) -> Option<Self> {
        match text {
            "true" => Some(true),
            "false" => Some(false),
            _ => {
                problems.add(path, "must be true or false");
                None
            }
        }
    }

    fn field_schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::Boolean).into()
    }
}

/// Checks every item, so that all problems are reported, each under its index.
impl<T: Field> Field for Vec<T> {
    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        let Some(items) = value.as_array() else {
            problems.add(path, "must be a list");
            return None;
        };
        let read: Vec<Option<T>> =
            items.iter().enumerate().map(|(at, item)| T::from_json(item, &format!("{path}.{at}"), problems)).collect();
        read.into_iter().collect()
    }

    /// Comma-separated.
    fn from_query(text: &str, path: &str, problems: &mut Problems) -> Option<Self> {
        let read: Vec<Option<T>> = text.split(',').map(|part| T::from_query(part.trim(), path, problems)).collect();
        read.into_iter().collect()
    }

    /// Comma-separated, or the name repeated, as some clients write a list.
    fn from_query_values(texts: &[String], path: &str, problems: &mut Problems) -> Option<Self> {
        let read: Vec<Option<Self>> = texts.iter().map(|text| Self::from_query(text, path, problems)).collect();
        read.into_iter().collect::<Option<Vec<Self>>>().map(|lists| lists.into_iter().flatten().collect())
    }

    fn field_schema() -> RefOr<Schema> {
        ArrayBuilder::new().items(T::field_schema()).into()
    }
}
