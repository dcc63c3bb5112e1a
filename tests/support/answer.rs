//! A response, with the assertions tests make about it.

use http::{HeaderMap, StatusCode};
use serde_json::Value;

#[derive(Clone, Debug)]
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or(Value::Null)
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// The data of a 200.
    #[track_caller]
    pub fn ok(&self) -> Value {
        self.success(StatusCode::OK)
    }

    /// The data of a 201.
    #[track_caller]
    pub fn created(&self) -> Value {
        self.success(StatusCode::CREATED)
    }

    /// The data of a 202.
    #[track_caller]
    pub fn accepted(&self) -> Value {
        self.success(StatusCode::ACCEPTED)
    }

    #[track_caller]
    fn success(&self, status: StatusCode) -> Value {
        let body = self.json();
        assert_eq!(self.status, status, "{body}");
        assert_eq!(body["success"], true, "{body}");
        assert!(self.header("x-request-id").is_some_and(|id| id.starts_with("req_") && id.len() == 16));
        body["data"].clone()
    }

    #[track_caller]
    pub fn meta(&self) -> Value {
        self.json()["meta"].clone()
    }

    /// The error of a refusal, checked for the envelope and the request's id.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> Value {
        let body = self.json();
        assert_eq!((self.status.as_u16(), body["error"]["code"].as_str()), (status, Some(code)), "{body}");
        assert_eq!(body["success"], false);
        assert_eq!(body["error"]["statusCode"], status);
        assert_eq!(body["error"]["requestId"].as_str(), self.header("x-request-id"));
        assert!(body["error"]["message"].as_str().is_some_and(|message| !message.is_empty()));
        body["error"].clone()
    }

    /// A 400 whose `details` contain exactly these fields.
    #[track_caller]
    pub fn invalid(&self, fields: &[&str]) -> Value {
        let error = self.refused(400, "VALIDATION_ERROR");
        let mut named: Vec<&str> =
            error["details"].as_object().into_iter().flatten().map(|(field, _)| field.as_str()).collect();
        let mut expected = fields.to_vec();
        named.sort_unstable();
        expected.sort_unstable();
        assert_eq!(named, expected, "{error}");
        error
    }
}
