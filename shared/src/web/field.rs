//! What a single field of a request may be: types that read themselves from JSON or from a query string.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use serde::Serialize;
use serde_json::Value;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{ArrayBuilder, RefOr};
use utoipa::{PartialSchema, ToSchema};

use super::body::Problems;
use crate::contact::{Email, Phone};
use crate::gems::Gems;
use crate::money::Paise;
use crate::time::{Instant, IstDate, Minutes, Month, TimeOfDay};

/// A value of a request's field. Problems are told under `path`; a value comes out only when there were none.
pub trait Field: Sized {
    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self>;

    /// From a query parameter, which is always text.
    fn from_query(text: &str, path: &str, problems: &mut Problems) -> Option<Self> {
        Self::from_json(&Value::String(text.to_owned()), path, problems)
    }

    /// What it is when the request leaves it out; `None` where it must be given.
    fn absent() -> Option<Self> {
        None
    }

    const REQUIRED: bool = true;

    fn field_schema() -> RefOr<Schema>;
}

/// A field that may be left out.
impl<T: Field> Field for Option<T> {
    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        T::from_json(value, path, problems).map(Some)
    }

    fn from_query(text: &str, path: &str, problems: &mut Problems) -> Option<Self> {
        T::from_query(text, path, problems).map(Some)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    const REQUIRED: bool = false;

    fn field_schema() -> RefOr<Schema> {
        T::field_schema()
    }
}

fn text_of<'a>(value: &'a Value, path: &str, problems: &mut Problems) -> Option<&'a str> {
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

fn string_schema() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

/// Implements `Field` for types that are text on the wire and parse themselves.
macro_rules! text_fields {
    ($($type:ty: $schema:expr),* $(,)?) => {$(
        impl $crate::web::Field for $type {
            fn from_json(value: &serde_json::Value, path: &str, problems: &mut $crate::web::Problems) -> Option<Self> {
                $crate::web::parsed(value, path, problems)
            }

            fn field_schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                $schema.into()
            }
        }
    )*};
}

pub(crate) use text_fields;

text_fields! {
    IstDate: string_schema().description(Some("YYYY-MM-DD")).examples(["2026-11-16"]),
    TimeOfDay: string_schema().description(Some("HH:mm, 24-hour, IST")).examples(["10:30"]),
    Month: string_schema().description(Some("YYYY-MM")).examples(["2026-11"]),
    Instant: string_schema().description(Some("ISO 8601")).examples(["2026-11-16T04:30:00.000Z"]),
    Phone: string_schema().description(Some("an Indian mobile number")).examples(["+919876543210"]),
    Email: string_schema().description(Some("an email address")).examples(["asha@example.test"]),
}

/// A day that is not over yet, by the salon's calendar.
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

/// Implements `Field` for types that also know their schema: enums declared with `text_enum!`, for one.
macro_rules! enum_fields {
    ($($type:ty),* $(,)?) => {
        $crate::web::text_fields! { $($type: <$type as utoipa::PartialSchema>::schema()),* }
    };
}

pub(crate) use enum_fields;

/// Text as it was given, from `MIN` to `MAX` characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Text<const MIN: usize, const MAX: usize>(String);

/// Text without the white space around it, from `MIN` to `MAX` characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Trimmed<const MIN: usize, const MAX: usize>(String);

fn bounded(text: Cow<'_, str>, min: usize, max: usize, path: &str, problems: &mut Problems) -> Option<String> {
    let length = text.chars().count();
    if length < min {
        problems.add(
            path,
            if min == 1 { "must not be empty".to_owned() } else { format!("must have at least {min} characters") },
        );
        None
    } else if length > max {
        problems.add(path, format!("must have at most {max} characters"));
        None
    } else {
        Some(text.into_owned())
    }
}

macro_rules! bounded_text {
    ($($name:ident: $take:expr),*) => {$(
        impl<const MIN: usize, const MAX: usize> Field for $name<MIN, MAX> {
            fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
                let take: fn(&str) -> &str = $take;
                let text = text_of(value, path, problems)?;
                bounded(Cow::Borrowed(take(text)), MIN, MAX, path, problems).map(Self)
            }

            fn field_schema() -> RefOr<Schema> {
                let schema = string_schema().min_length(Some(MIN));
                if MAX < usize::MAX { schema.max_length(Some(MAX)).into() } else { schema.into() }
            }
        }

        impl<const MIN: usize, const MAX: usize> Deref for $name<MIN, MAX> {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl<const MIN: usize, const MAX: usize> From<$name<MIN, MAX>> for String {
            fn from(text: $name<MIN, MAX>) -> Self {
                text.0
            }
        }

        impl<const MIN: usize, const MAX: usize> fmt::Display for $name<MIN, MAX> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

bounded_text!(Text: |text| text, Trimmed: str::trim);

/// A whole number from `MIN` to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Int<const MIN: i64, const MAX: i64>(i64);

impl<const MIN: i64, const MAX: i64> Int<MIN, MAX> {
    pub fn get(self) -> i64 {
        self.0
    }

    pub fn as_u32(self) -> u32 {
        u32::try_from(self.0).unwrap_or(0)
    }

    pub fn as_u64(self) -> u64 {
        u64::try_from(self.0).unwrap_or(0)
    }

    fn checked(number: Option<i64>, path: &str, problems: &mut Problems) -> Option<Self> {
        match number {
            None => problems.add(path, "must be a whole number"),
            Some(number) if number < MIN && MIN == 1 => problems.add(path, "must be positive"),
            Some(number) if number < MIN && MIN == 0 => problems.add(path, "must not be negative"),
            Some(number) if number < MIN => problems.add(path, format!("must be at least {MIN}")),
            Some(number) if number > MAX => problems.add(path, format!("must be at most {MAX}")),
            Some(number) => return Some(Self(number)),
        }
        None
    }
}

impl<const MIN: i64, const MAX: i64> Field for Int<MIN, MAX> {
    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        // 5.0 is the whole number 5 in JSON, as it is for the browsers that send it.
        #[expect(clippy::cast_possible_truncation, reason = "exact whole numbers within 2^53 only")]
        let whole =
            |float: f64| (float.fract() == 0.0 && float.abs() < 9_007_199_254_740_992.0).then_some(float as i64);
        Self::checked(value.as_i64().or_else(|| value.as_f64().and_then(whole)), path, problems)
    }

    fn from_query(text: &str, path: &str, problems: &mut Problems) -> Option<Self> {
        Self::checked(text.parse().ok(), path, problems)
    }

    fn field_schema() -> RefOr<Schema> {
        let schema = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(MIN));
        if MAX < i64::MAX { schema.maximum(Some(MAX)).into() } else { schema.into() }
    }
}

/// The largest amount and count taken from outside: sums of many of them stay far from overflow.
pub const MOST: i64 = 1_000_000_000_000;

impl Field for Paise {
    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        Int::<0, MOST>::from_json(value, path, problems).map(|amount| Self(amount.get()))
    }

    fn field_schema() -> RefOr<Schema> {
        Int::<0, MOST>::field_schema()
    }
}

impl Field for Minutes {
    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        Int::<1, 1_000_000>::from_json(value, path, problems).map(|minutes| Self(minutes.as_u32()))
    }

    fn field_schema() -> RefOr<Schema> {
        Int::<1, 1_000_000>::field_schema()
    }
}

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

/// Every item is looked at, so that all that are wrong are told, each under its own index.
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

    fn field_schema() -> RefOr<Schema> {
        ArrayBuilder::new().items(T::field_schema()).into()
    }
}

/// The text of an identifier. A key of the table is measured in bytes, so an id is too: ours are far shorter.
fn id_text(value: &Value, path: &str, problems: &mut Problems) -> Option<String> {
    let text = Text::<1, 256>::from_json(value, path, problems)?;
    if text.len() > 256 {
        problems.add(path, "must be an id");
        return None;
    }
    Some(text.0)
}

/// An identifier given in a request: any text but the empty one.
macro_rules! id_fields {
    ($($name:ident),* $(,)?) => {$(
        impl Field for crate::id::$name {
            fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
                id_text(value, path, problems).map(Self::from)
            }

            fn field_schema() -> RefOr<Schema> {
                Text::<1, 256>::field_schema()
            }
        }
    )*};
}

id_fields! {
    UserId, BranchId, CategoryId, ServiceId, BookingId, LeadId, TagId, OfferId, TierId, MembershipId, InvoiceId,
    NotificationId, StaffId, LeaveId, BlockId, ClosureId, InviteId,
}

// Schemas of the value types, for views.
macro_rules! view_schemas {
    ($($type:ty: $schema:expr),* $(,)?) => {$(
        impl PartialSchema for $type {
            fn schema() -> RefOr<Schema> {
                $schema.into()
            }
        }

        impl ToSchema for $type {}
    )*};
}

view_schemas! {
    Paise: ObjectBuilder::new().schema_type(Type::Integer).description(Some("paise")),
    Gems: ObjectBuilder::new().schema_type(Type::Integer).description(Some("gems")),
    Minutes: ObjectBuilder::new().schema_type(Type::Integer).description(Some("whole minutes")),
    IstDate: string_schema().description(Some("YYYY-MM-DD")),
    TimeOfDay: string_schema().description(Some("HH:mm")),
    Month: string_schema().description(Some("YYYY-MM")),
    Instant: string_schema().description(Some("ISO 8601, UTC")),
}
