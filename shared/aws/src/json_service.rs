//! A service of AWS that is called with JSON: one address, and the operation in a header.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::USER_AGENT;
use http::{HeaderValue, Request, StatusCode, Uri};
use parlour_values::id::Random;
use parlour_values::time::Clock;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::account::AwsAccount;
use crate::call_error::{CallError, ServiceError};
use crate::network::{CallLimits, Network, Transport, TransportError};
use crate::signature::{CallParts, Signer};

/// How an API is called.
#[derive(Clone, Copy, Debug)]
pub struct JsonApi {
    /// Its name in addresses and signatures.
    service: &'static str,
    /// What stands before each operation's name.
    target: &'static str,
    content_type: &'static str,
}

pub const DYNAMODB: JsonApi =
    JsonApi { service: "dynamodb", target: "DynamoDB_20120810", content_type: "application/x-amz-json-1.0" };

pub const SYSTEMS_MANAGER: JsonApi =
    JsonApi { service: "ssm", target: "AmazonSSM", content_type: "application/x-amz-json-1.1" };

/// How often a call is tried.
const TRIES: u32 = 3;
/// The longest pauses before the second try and, twice as long, before the third.
const PAUSE_MS: usize = 50;
const THROTTLED_PAUSE_MS: usize = 1_000;

const NAME: HeaderValue = HeaderValue::from_static(concat!("parlour/", env!("CARGO_PKG_VERSION")));

/// Clones share the connections.
#[derive(Clone)]
pub struct JsonService(Arc<Connected>);

struct Connected {
    api: JsonApi,
    address: Uri,
    host: String,
    signer: Signer,
    transport: Arc<dyn Transport>,
    clock: Clock,
    random: Random,
}

impl JsonService {
    /// A service of the account, over the network.
    pub fn connect(api: JsonApi, account: &AwsAccount, limits: Option<CallLimits>) -> Result<Self, CallError> {
        let network = Network::to(&account.address_of(api.service), limits).map_err(unsendable)?;
        Self::over(api, account, Arc::new(network))
    }

    /// The same over any transport.
    pub fn over(api: JsonApi, account: &AwsAccount, transport: Arc<dyn Transport>) -> Result<Self, CallError> {
        let address: Uri = account.address_of(api.service).parse().map_err(unsendable)?;
        let host = address.authority().map(ToString::to_string);
        let host = host.ok_or_else(|| CallError::Unsendable(format!("{address} has no host")))?;
        let signer = Signer::new(account.region.clone(), api.service, account.credentials.clone());
        // Signatures are made with the time of this machine, wherever the salon's clock stands.
        let clock = Clock::real();
        let random = Random::from_system(clock.clone());
        Ok(Self(Arc::new(Connected { api, address, host, signer, transport, clock, random })))
    }

    /// Calls an operation. What passes by itself is tried again.
    pub async fn call<A: DeserializeOwned>(
        &self,
        operation: &str,
        request: &(impl Serialize + Sync),
    ) -> Result<A, CallError> {
        let body = Bytes::from(serde_json::to_vec(request).map_err(unsendable)?);
        let mut tries = 1_u32;
        loop {
            match self.attempt(operation, body.clone()).await {
                Ok(answer) => {
                    return serde_json::from_slice(&answer).map_err(|error| unreadable(operation, &error));
                }
                Err(error) if error.passes() && tries < TRIES => {
                    tracing::debug!(%error, "a call is made again");
                    tokio::time::sleep(self.pause(&error, tries)).await;
                    tries = tries.saturating_add(1);
                }
                Err(error) => return Err(error),
            }
        }
    }

    async fn attempt(&self, operation: &str, body: Bytes) -> Result<Bytes, CallError> {
        let Connected { api, address, host, signer, transport, clock, .. } = self.0.as_ref();
        let target = format!("{}.{operation}", api.target);
        let parts =
            CallParts { host, path: address.path(), content_type: api.content_type, target: &target, body: &body };
        let mut headers = signer.headers(&parts, clock.now()).map_err(unsendable)?;
        headers.insert(USER_AGENT, NAME);
        let mut request = Request::new(body);
        *request.method_mut() = http::Method::POST;
        *request.uri_mut() = address.clone();
        *request.headers_mut() = headers;
        let unanswered = |TransportError(reason)| CallError::Unanswered { operation: operation.to_owned(), reason };
        let answer = transport.send(request).await.map_err(unanswered)?;
        match answer.status() {
            StatusCode::OK => Ok(answer.into_body()),
            _ => Err(CallError::Service(Box::new(ServiceError::of(operation, answer)))),
        }
    }

    /// Any time up to a bound, so that many who are refused at once do not come back at once.
    fn pause(&self, error: &CallError, tries: u32) -> Duration {
        let first = if error.is_throttling() { THROTTLED_PAUSE_MS } else { PAUSE_MS };
        let bound = first.saturating_mul(usize::try_from(tries).unwrap_or(1));
        Duration::from_millis(u64::try_from(self.0.random.below(bound)).unwrap_or(0))
    }
}

/// Where it could not be read, and not what stood there.
fn unreadable(operation: &str, error: &serde_json::Error) -> CallError {
    let reason = format!("{:?} at {}:{}", error.classify(), error.line(), error.column());
    CallError::Unreadable { operation: operation.to_owned(), reason }
}

fn unsendable(error: impl std::fmt::Display) -> CallError {
    CallError::Unsendable(error.to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::sync::{Mutex, PoisonError};

    use futures::future::BoxFuture;
    use http::Response;
    use serde_json::{Value, json};

    use super::*;

    /// Answers in turn; keeps what was asked.
    #[derive(Default)]
    struct Answers {
        next: Mutex<VecDeque<Result<Response<Bytes>, TransportError>>>,
        asked: Mutex<Vec<Request<Bytes>>>,
    }

    impl Transport for Answers {
        fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response<Bytes>, TransportError>> {
            self.asked.lock().unwrap_or_else(PoisonError::into_inner).push(request);
            let next = self.next.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            Box::pin(std::future::ready(next.unwrap_or_else(|| Err(TransportError("nothing more".to_owned())))))
        }
    }

    fn answer(status: u16, body: &str) -> Result<Response<Bytes>, TransportError> {
        let mut answer = Response::new(Bytes::from(body.to_owned()));
        *answer.status_mut() = StatusCode::from_u16(status).unwrap();
        Ok(answer)
    }

    /// The outcome of a call that is answered so, and how often it was sent.
    async fn called(answers: Vec<Result<Response<Bytes>, TransportError>>) -> (Result<Value, CallError>, usize) {
        let answers = Arc::new(Answers { next: Mutex::new(answers.into()), ..Answers::default() });
        let service =
            JsonService::over(DYNAMODB, &AwsAccount::local("http://127.0.0.1:8000"), answers.clone()).unwrap();
        let outcome = service.call("GetItem", &json!({ "TableName": "parlour" })).await;
        let asked = answers.asked.lock().unwrap();
        for request in asked.iter() {
            assert_eq!(request.body(), &r#"{"TableName":"parlour"}"#);
            assert_eq!(request.headers()["x-amz-target"], "DynamoDB_20120810.GetItem");
            assert_eq!(request.headers()["host"], "127.0.0.1:8000");
            assert_eq!(request.uri(), "http://127.0.0.1:8000/");
        }
        (outcome, asked.len())
    }

    const THROTTLED: &str = r#"{"__type":"com.amazon.coral.availability#ThrottlingException"}"#;

    #[tokio::test(start_paused = true)]
    async fn what_passes_is_tried_again_and_the_answer_is_told() {
        let lost = Err(TransportError("reset".to_owned()));
        let (outcome, sent) = called(vec![answer(400, THROTTLED), lost, answer(200, r#"{"Item":{}}"#)]).await;
        assert_eq!((outcome.unwrap(), sent), (json!({ "Item": {} }), 3));
    }

    #[tokio::test(start_paused = true)]
    async fn after_three_tries_the_last_error_is_told() {
        let (outcome, sent) = called((0..4).map(|_| answer(400, THROTTLED)).collect()).await;
        assert!(outcome.unwrap_err().is("ThrottlingException"));
        assert_eq!(sent, 3);
        let (outcome, sent) = called(Vec::new()).await;
        assert!(matches!(outcome, Err(CallError::Unanswered { reason, .. }) if reason == "nothing more"));
        assert_eq!(sent, 3);
    }

    #[tokio::test]
    async fn a_refusal_and_an_answer_that_is_no_json_are_told_at_once() {
        let refused = r#"{"__type":"x#ConditionalCheckFailedException","message":"no"}"#;
        let (outcome, sent) = called(vec![answer(400, refused)]).await;
        assert!(outcome.unwrap_err().is("ConditionalCheckFailedException"));
        assert_eq!(sent, 1);
        let (outcome, sent) = called(vec![answer(200, "<html>")]).await;
        assert!(matches!(outcome, Err(CallError::Unreadable { .. })));
        assert_eq!(sent, 1);
    }

    #[test]
    fn an_address_without_a_host_is_refused() {
        let account = AwsAccount::local("nowhere");
        assert!(JsonService::over(DYNAMODB, &account, Arc::new(Answers::default())).is_ok());
        assert!(JsonService::over(DYNAMODB, &AwsAccount::local("/nowhere"), Arc::new(Answers::default())).is_err());
    }

    #[test]
    fn a_service_of_aws_stands_at_its_regions_address() {
        let account = AwsAccount::new("eu-west-1", AwsAccount::local("x").credentials);
        assert_eq!(account.address_of("ssm"), "https://ssm.eu-west-1.amazonaws.com");
    }
}
