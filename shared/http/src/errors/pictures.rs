//! Error responses of pictures.

use serde_json::json;

use super::{Code, Refusal};
use parlour_pictures::PictureError;

impl From<PictureError> for Refusal {
    fn from(error: PictureError) -> Self {
        let what_is_wrong = match error {
            PictureError::Unknown => "must be a JPEG, PNG or WebP picture",
            PictureError::Broken => "must be a picture that can be read to its end",
            PictureError::TooLarge => "must be at most 3,000,000 bytes",
            PictureError::TooManyPixels => "must be a picture of at most 40 million pixels",
            PictureError::NoStore => return Self::new(Code::ServiceUnavailable, error.to_string()),
            PictureError::Store(error) => return Self::internal(error),
        };
        Self::new(Code::ValidationError, error.to_string()).details(json!({ "picture": [what_is_wrong] }))
    }
}
