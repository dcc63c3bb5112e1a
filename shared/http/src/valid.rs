//! A JSON body, read from the request and validated field by field.

use axum::extract::{FromRequest, Request};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use serde_json::{Map, Value};

use super::errors::{Code, Refusal};
use parlour_storage::act::Act;
use parlour_values::input::{Body, Fields, Problems};

/// The largest body accepted.
const MAX_BODY: usize = 256 * 1024;

/// A body that passed validation.
pub struct Valid<T>(pub T);

impl<T: Body, S: Send + Sync> FromRequest<S> for Valid<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Refusal> {
        let today = request.extensions().get::<Act>().map(|act| act.at.ist_date());
        let bytes = read_bytes(request).await?;
        let mut problems = Problems::on(today);
        // An empty body counts as an empty object, for bodies with only optional fields.
        let value = if bytes.iter().all(u8::is_ascii_whitespace) {
            Value::Object(Map::new())
        } else {
            serde_json::from_slice(&bytes).map_err(|_| malformed("The body is not valid JSON."))?
        };
        let Some(object) = value.as_object() else {
            return Err(malformed("The body must be a JSON object."));
        };
        match T::from_fields(Fields::of_object(object, "", &mut problems)) {
            Some(read) if problems.is_empty() => Ok(Self(read)),
            _ => Err(problems.into()),
        }
    }
}

fn malformed(message: &str) -> Refusal {
    Refusal::new(Code::ValidationError, message)
}

/// The whole body, up to the size limit.
pub(super) async fn read_bytes(request: Request) -> Result<axum::body::Bytes, Refusal> {
    match Limited::new(request.into_body(), MAX_BODY).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(malformed("The body is larger than 256 KiB.")),
        Err(_) => Err(malformed("The body could not be read to its end.")),
    }
}
