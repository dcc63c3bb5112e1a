//! The body of a request: JSON, validated field by field, or a file.

use axum::extract::{FromRequest, Request};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use serde_json::{Map, Value};

use super::errors::{Code, Refusal};
use parlour_storage::act::Act;
use parlour_values::input::{Body, Fields, Problems};
use parlour_values::time::IstDate;

/// The largest body accepted.
const MAX_BODY: usize = 256 * 1024;

/// A body that passed validation.
pub struct Valid<T>(pub T);

impl<T: Body, S: Send + Sync> FromRequest<S> for Valid<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Refusal> {
        let today = today_of(&request);
        read_object(&read_whole(request).await?, today).map(Self)
    }
}

/// The same where a body may have so many bytes.
pub struct ValidUpTo<const MOST: usize, T>(pub T);

impl<const MOST: usize, T: Body, S: Send + Sync> FromRequest<S> for ValidUpTo<MOST, T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Refusal> {
        let today = today_of(&request);
        let too_large = format!("The body is larger than {} KiB.", MOST / 1024);
        read_object(&read_bytes(request, MOST, &too_large).await?, today).map(Self)
    }
}

fn today_of(request: &Request) -> Option<IstDate> {
    request.extensions().get::<Act>().map(|act| act.at.ist_date())
}

fn read_object<T: Body>(bytes: &[u8], today: Option<IstDate>) -> Result<T, Refusal> {
    let mut problems = Problems::on(today);
    // An empty body counts as an empty object, for bodies with only optional fields.
    let value = if bytes.iter().all(u8::is_ascii_whitespace) {
        Value::Object(Map::new())
    } else {
        serde_json::from_slice(bytes).map_err(|_| malformed("The body is not valid JSON."))?
    };
    let Some(object) = value.as_object() else {
        return Err(malformed("The body must be a JSON object."));
    };
    match T::from_fields(Fields::of_object(object, "", &mut problems)) {
        Some(read) if problems.is_empty() => Ok(read),
        _ => Err(problems.into()),
    }
}

/// A body that is a file of at most so many bytes, whatever its content type says.
pub struct Upload<const MOST: usize>(pub Vec<u8>);

impl<const MOST: usize, S: Send + Sync> FromRequest<S> for Upload<MOST> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Refusal> {
        let too_large = format!("The file is larger than {} MB.", MOST / 1_000_000);
        Ok(Self(read_bytes(request, MOST, &too_large).await?.into()))
    }
}

fn malformed(message: &str) -> Refusal {
    Refusal::new(Code::ValidationError, message)
}

/// The whole body, up to the size limit of JSON.
pub(super) async fn read_whole(request: Request) -> Result<axum::body::Bytes, Refusal> {
    read_bytes(request, MAX_BODY, "The body is larger than 256 KiB.").await
}

async fn read_bytes(request: Request, most: usize, too_large: &str) -> Result<axum::body::Bytes, Refusal> {
    match Limited::new(request.into_body(), most).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(malformed(too_large)),
        Err(_) => Err(malformed("The body could not be read to its end.")),
    }
}
