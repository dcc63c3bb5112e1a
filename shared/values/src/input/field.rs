//! Single fields of a request: types that parse themselves from JSON or from a query string.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};

use super::body::OptionalField;
use super::problems::Problems;
use crate::color::Color;
use crate::contact::{BusinessPhone, EmailAddress, Phone};
use crate::time::{Instant, IstDate, Month, TimeOfDay};

/// The value of a field. Problems are reported under `path`; without a problem there is a value.
pub trait Field: Sized {
    /// The field as the rules across fields see it, invalid ones included.
    type Read: From<Option<Self>> + Into<Option<Self>>;

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

    /// The meaning of `null`; the same as leaving it out, unless the field can be cleared.
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
    type Read = OptionalField<T>;

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

/// A type that parses itself from text, with its own message. A text of more than `most` characters is refused, whatever
/// it would parse to.
pub fn parsed<T: FromStr>(value: &Value, most: usize, path: &str, problems: &mut Problems) -> Option<T>
where
    T::Err: fmt::Display,
{
    let text = text_of(value, path, problems)?;
    match text.parse() {
        Ok(parsed) if text.chars().count() <= most => return Some(parsed),
        Ok(_) => problems.add(path, format!("must have at most {most} characters")),
        Err(reason) => problems.add(path, reason.to_string()),
    }
    None
}

/// The schema of a text with its longest length.
pub fn at_most(most: usize, schema: impl Into<RefOr<Schema>>) -> RefOr<Schema> {
    let mut schema = schema.into();
    if let RefOr::T(Schema::Object(object)) = &mut schema {
        object.max_length = Some(most);
    }
    schema
}

pub fn string_schema() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

/// Implements `Field` for types that are text on the wire and parse themselves: how many characters they have at most, and
/// their schema.
#[macro_export]
macro_rules! text_fields {
    ($($type:ty, $most:expr, $schema:expr);* $(;)?) => {$(
        impl $crate::input::Field for $type {
            type Read = Option<Self>;

            fn from_json(value: &serde_json::Value, path: &str, problems: &mut $crate::input::Problems) -> Option<Self> {
                $crate::input::parsed(value, $most, path, problems)
            }

            fn field_schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                $crate::input::at_most($most, $schema)
            }
        }
    )*};
}

pub use crate::text_fields;

/// Room for the ways people write a phone number; its digits are far fewer.
const LONGEST_PHONE: usize = 40;

/// No date that is asked for or recorded is earlier; birthdays are.
const EARLIEST: (i32, u32, u32) = (2000, 1, 1);

/// Whether nothing that is asked for or recorded can be of this day.
pub fn is_too_early(date: IstDate) -> bool {
    (date.year(), date.month(), date.day()) < EARLIEST
}

/// A day as it is written, however early.
pub fn any_date(value: &Value, path: &str, problems: &mut Problems) -> Option<IstDate> {
    parsed(value, 10, path, problems)
}

impl Field for IstDate {
    type Read = Option<Self>;

    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        let date = any_date(value, path, problems)?;
        if is_too_early(date) {
            let (year, month, day) = EARLIEST;
            problems.add(path, format!("must not be before {year:04}-{month:02}-{day:02}"));
            return None;
        }
        Some(date)
    }

    fn field_schema() -> RefOr<Schema> {
        at_most(10, date_schema())
    }
}

text_fields! {
    TimeOfDay, 5, string_schema()
        .pattern(Some("^([01][0-9]|2[0-3]):[0-5][0-9]$"))
        .description(Some("`HH:mm`, 24-hour, IST"))
        .examples(["10:30"]);
    Month, 7, string_schema()
        .pattern(Some("^[0-9]{4}-(0[1-9]|1[0-2])$"))
        .description(Some("`YYYY-MM`"))
        .examples(["2026-11"]);
    Instant, 40, instant_schema();
    Phone, LONGEST_PHONE, string_schema()
        .pattern(Some(PHONE))
        .description(Some("an Indian mobile number; answered as `+91` and ten digits"))
        .examples(["+919876543210"]);
    BusinessPhone, LONGEST_PHONE, string_schema()
        .pattern(Some(BUSINESS_PHONE))
        .description(Some("an Indian phone number: mobile, landline with its area code, or toll-free"))
        .examples(["+918041234567"]);
    Color, 7, string_schema()
        .pattern(Some("^#[0-9A-Fa-f]{6}$"))
        .description(Some("`#RRGGBB`, as given"))
        .examples(["#A1B2C3"]);
    EmailAddress, 254, string_schema()
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Email)))
        .examples(["asha@example.test"]);
}

/// As the numbers are written; spaces, hyphens, dots and brackets between the digits are taken too.
const PHONE: &str = r"^(\+91|0)?[6-9][0-9]{9}$";
const BUSINESS_PHONE: &str = r"^((\+91|0)?[1-9][0-9]{9}|18[06]0[0-9]{6,7})$";

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
    type Read = Option<Self>;

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

/// Implements `Field` for enums declared with `text_enum!`, whose schema lists their texts.
#[macro_export]
macro_rules! enum_fields {
    ($($type:ty),* $(,)?) => {$(
        impl $crate::input::Field for $type {
            type Read = Option<Self>;

            fn from_json(value: &serde_json::Value, path: &str, problems: &mut $crate::input::Problems) -> Option<Self> {
                $crate::input::parsed(value, usize::MAX, path, problems)
            }

            fn field_schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                <$type as utoipa::PartialSchema>::schema()
            }
        }
    )*};
}

pub use crate::enum_fields;

impl Field for bool {
    type Read = Option<Self>;

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
