//! Text fields with a length.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use serde::Serialize;
use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::field::{Field, string_schema, text_of};
use super::problems::Problems;

/// Text as sent, from `MIN` to `MAX` characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Text<const MIN: usize, const MAX: usize>(String);

/// Trimmed text, from `MIN` to `MAX` characters.
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
                string_schema().min_length(Some(MIN)).max_length(Some(MAX)).into()
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
