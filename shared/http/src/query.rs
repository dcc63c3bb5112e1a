//! Query strings and path parameters, with errors in the envelope like any other input.

use std::collections::BTreeMap;

use axum::extract::{FromRequestParts, Path, RawPathParams};
use http::request::Parts;
use serde::de::DeserializeOwned;

use super::errors::{Code, Refusal};
use parlour_storage::act::Act;
use parlour_values::input::{Body, Field as _, Fields, Problems};
use parlour_values::time::{IstDate, Month};

/// A query string, validated like a body: all problems are reported at once.
pub struct Query<T>(pub T);

impl<T: Body, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Refusal> {
        let text = parts.uri.query().unwrap_or_default();
        let mut parameters: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (name, value) in url::form_urlencoded::parse(text.as_bytes()) {
            parameters.entry(name.into_owned()).or_default().push(value.into_owned());
        }
        let today = parts.extensions.get::<Act>().map(|act| act.at.ist_date());
        let mut problems = Problems::on(today);
        match T::from_fields(Fields::of_query(&parameters, &mut problems)) {
            Some(read) if problems.is_empty() => Ok(Self(read)),
            _ => Err(problems.into()),
        }
    }
}

/// A path parameter. Ids are opaque: any text is accepted, and an unknown id is a 404.
pub struct PathParam<T>(pub T);

/// A day that an address names.
pub fn path_date(text: &str) -> Result<IstDate, Refusal> {
    let mut problems = Problems::default();
    IstDate::from_query(text, "date", &mut problems).ok_or_else(|| problems.into())
}

/// A month that an address names.
pub fn path_month(text: &str) -> Result<Month, Refusal> {
    let mut problems = Problems::default();
    Month::from_query(text, "month", &mut problems).ok_or_else(|| problems.into())
}

/// Longer than any key can be, so nothing can be found under it.
pub(super) const MAX_LENGTH: usize = 512;

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for PathParam<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let named = RawPathParams::from_request_parts(parts, state).await;
        if named.is_ok_and(|named| named.iter().any(|(_, value)| value.len() > MAX_LENGTH)) {
            return Err(Refusal::not_found("What this address names"));
        }
        match Path::<T>::from_request_parts(parts, state).await {
            Ok(Path(value)) => Ok(Self(value)),
            Err(_) => Err(Refusal::new(
                Code::ValidationError,
                "The address is not readable: it must be percent-encoded UTF-8.",
            )),
        }
    }
}
