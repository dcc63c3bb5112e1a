//! Whole numbers with bounds, and amounts.

use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};

use super::field::Field;
use super::problems::Problems;
use crate::money::Paise;
use crate::time::Minutes;

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
    type Read = Option<Self>;

    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        // Browsers may send 5.0 for the whole number 5.
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

/// The largest amount or count accepted, so that sums cannot overflow.
pub const MAX_NUMBER: i64 = 1_000_000_000_000;

impl Field for Paise {
    type Read = Option<Self>;

    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        Int::<0, MAX_NUMBER>::from_json(value, path, problems).map(|amount| Self(amount.get()))
    }

    fn field_schema() -> RefOr<Schema> {
        Int::<0, MAX_NUMBER>::field_schema()
    }
}

impl Field for Minutes {
    type Read = Option<Self>;

    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        Int::<1, 1_000_000>::from_json(value, path, problems).map(|minutes| Self(minutes.as_u32()))
    }

    fn field_schema() -> RefOr<Schema> {
        Int::<1, 1_000_000>::field_schema()
    }
}
