//! Why a call of AWS did not succeed.

use std::fmt;

use bytes::Bytes;
use http::Response;
use serde::Deserialize;

#[derive(Clone, Debug, thiserror::Error)]
pub enum CallError {
    /// The service answered that it did not do it.
    #[error(transparent)]
    Service(Box<ServiceError>),
    /// Nobody knows whether it was done.
    #[error("{operation}: no answer: {reason}")]
    Unanswered { operation: String, reason: String },
    /// It was done, and the answer could not be read.
    #[error("{operation}: its answer could not be read: {reason}")]
    Unreadable { operation: String, reason: String },
    #[error("a call could not be sent: {0}")]
    Unsendable(String),
}

/// The error that a service answered with.
#[derive(Clone, thiserror::Error)]
#[error("{operation}: {code} ({status}, request {request}) {message}")]
pub struct ServiceError {
    pub operation: String,
    pub status: u16,
    /// Its name, without the service's prefix: `ConditionalCheckFailedException`.
    pub code: String,
    pub message: String,
    /// The id under which AWS knows the request.
    pub request: String,
    /// The whole answer, for errors that say more.
    pub body: Bytes,
}

/// Without the body, which may quote records.
impl fmt::Debug for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ServiceError({self})")
    }
}

/// Errors of too many requests, which have many names: worth a longer pause.
const THROTTLING: [&str; 9] = [
    "LimitExceededException",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "RequestThrottled",
    "SlowDown",
    "Throttling",
    "ThrottlingException",
    "TooManyRequestsException",
    "TransactionInProgressException",
];

/// Other errors that pass by themselves.
const PASSING: [&str; 4] =
    ["InternalServerError", "RequestTimeout", "RequestTimeoutException", "TransactionConflictException"];

/// An error as services write it in JSON.
#[derive(Deserialize, Default)]
struct Told {
    #[serde(default, rename = "__type")]
    kind: String,
    message: Option<String>,
    #[serde(rename = "Message")]
    other_message: Option<String>,
}

/// What some services call an error in a header instead.
const KIND: &str = "x-amzn-errortype";
/// The id of a request, which S3 calls otherwise.
const REQUEST_IDS: [&str; 2] = ["x-amzn-requestid", "x-amz-request-id"];

impl ServiceError {
    pub(crate) fn of(operation: &str, answer: Response<Bytes>) -> Self {
        let status = answer.status().as_u16();
        let header = |name: &str| answer.headers().get(name).and_then(|value| value.to_str().ok());
        let request = REQUEST_IDS.into_iter().find_map(header).unwrap_or("unknown").to_owned();
        let Told { kind, message, other_message } =
            serde_json::from_slice(answer.body()).unwrap_or_else(|_| told_in_xml(answer.body()));
        let kind = if kind.is_empty() { header(KIND).unwrap_or_default() } else { &kind };
        // `com.amazonaws.dynamodb.v20120810#Code`, or `Code:http://…`
        let code = kind.rsplit('#').next().unwrap_or_default().split(':').next().unwrap_or_default().to_owned();
        // Below its first line some services quote what was signed, the session's token with it.
        let message =
            message.or(other_message).and_then(|text| text.lines().next().map(str::to_owned)).unwrap_or_default();
        Self { operation: operation.to_owned(), status, code, message, request, body: answer.into_body() }
    }

    fn is_throttling(&self) -> bool {
        THROTTLING.contains(&self.code.as_str())
    }
}

/// S3 and SES write two elements that we read, without attributes and only once.
fn told_in_xml(body: &[u8]) -> Told {
    let text = String::from_utf8_lossy(body);
    let element = |start: &str, end: &str| {
        let (_, after) = text.split_once(start)?;
        after.split_once(end).map(|(content, _)| content.to_owned())
    };
    let kind = element("<Code>", "</Code>").unwrap_or_default();
    Told { kind, message: element("<Message>", "</Message>"), other_message: None }
}

/// An error with its causes, where the outermost one says no more than that it failed.
pub fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

impl CallError {
    pub(crate) fn unsendable(reason: impl fmt::Display) -> Self {
        Self::Unsendable(reason.to_string())
    }

    /// Whether the service answered with this error.
    pub fn is(&self, code: &str) -> bool {
        matches!(self, Self::Service(error) if error.code == code)
    }

    /// Whether the same call may succeed in a moment.
    pub(crate) fn passes(&self) -> bool {
        match self {
            Self::Service(error) => {
                error.status >= 500 || error.is_throttling() || PASSING.contains(&error.code.as_str())
            }
            Self::Unanswered { .. } => true,
            Self::Unreadable { .. } | Self::Unsendable(_) => false,
        }
    }

    pub(crate) fn is_throttling(&self) -> bool {
        matches!(self, Self::Service(error) if error.is_throttling())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(status: u16, body: &str) -> ServiceError {
        let answer = Response::builder().status(status).header(REQUEST_IDS[0], "R1").body(Bytes::from(body.to_owned()));
        ServiceError::of("PutItem", answer.unwrap())
    }

    #[test]
    fn an_error_is_named_without_the_services_prefix() {
        let body = r#"{"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException","message":"slower"}"#;
        let error = told(400, body);
        assert_eq!((error.code.as_str(), error.message.as_str()), ("ThrottlingException", "slower"));
        assert_eq!(error.to_string(), "PutItem: ThrottlingException (400, request R1) slower");
        let error = told(400, r#"{"__type":"ParameterNotFound:http://internal/","Message":"none","message":null}"#);
        assert_eq!((error.code.as_str(), error.message.as_str()), ("ParameterNotFound", "none"));
        assert_eq!(told(502, "<html>").code, "");
        let refused =
            told(403, r#"{"__type":"x#InvalidSignatureException","message":"No match.\n\nx-amz-security-token:T1"}"#);
        assert!(!refused.to_string().contains("T1") && refused.to_string().contains("No match."));
    }

    #[test]
    fn an_error_in_xml_or_in_a_header_has_its_name_too() {
        let error = told(404, "<Error><Code>NoSuchKey</Code><Message>No such key.</Message><Key>a</Key></Error>");
        assert_eq!((error.code.as_str(), error.message.as_str()), ("NoSuchKey", "No such key."));
        let answer = Response::builder().status(409).header(KIND, "ConflictException:http://internal/");
        let answer = answer.header(REQUEST_IDS[1], "R2").body(Bytes::from(r#"{"Message":"There is one."}"#)).unwrap();
        let error = ServiceError::of("CreateSchedule", answer);
        assert_eq!(error.to_string(), "CreateSchedule: ConflictException (409, request R2) There is one.");
    }

    #[test]
    fn an_error_does_not_print_the_answer() {
        let error = told(400, r#"{"__type":"x#TransactionCanceledException","Item":{"name":{"S":"Asha"}}}"#);
        assert!(!format!("{error:?} {error}").contains("Asha"));
    }

    #[test]
    fn throttling_and_failures_of_the_service_pass_and_refusals_do_not() {
        let coded = |code: &str| CallError::Service(Box::new(told(400, &format!(r#"{{"__type":"x#{code}"}}"#))));
        for code in THROTTLING {
            assert!(coded(code).passes() && coded(code).is_throttling(), "{code}");
        }
        for code in PASSING {
            assert!(coded(code).passes() && !coded(code).is_throttling(), "{code}");
        }
        assert!(CallError::Service(Box::new(told(503, ""))).passes());
        for code in ["ConditionalCheckFailedException", "TransactionCanceledException", "ValidationException"] {
            assert!(!coded(code).passes(), "{code}");
        }
    }
}
