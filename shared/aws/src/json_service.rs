//! A service of AWS that is called with JSON: one address, and the operation in a header.

use std::sync::Arc;

use bytes::Bytes;
use http::Method;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::account::{self, AwsAccount, ServiceName};
use crate::call_error::CallError;
use crate::network::{CallLimits, Transport};
use crate::service::{AwsCall, AwsService};

/// How an API is called.
#[derive(Clone, Copy, Debug)]
pub struct JsonApi {
    service: ServiceName,
    /// What stands before each operation's name.
    target: &'static str,
    content_type: &'static str,
}

const JSON_1_0: &str = "application/x-amz-json-1.0";
const JSON_1_1: &str = "application/x-amz-json-1.1";

pub const DYNAMODB: JsonApi =
    JsonApi { service: account::DYNAMODB, target: "DynamoDB_20120810", content_type: JSON_1_0 };

pub const SQS: JsonApi = JsonApi { service: account::SQS, target: "AmazonSQS", content_type: JSON_1_0 };

pub const SYSTEMS_MANAGER: JsonApi = JsonApi { service: account::SSM, target: "AmazonSSM", content_type: JSON_1_1 };

/// Clones share the connections.
#[derive(Clone)]
pub struct JsonService {
    api: JsonApi,
    service: AwsService,
}

impl JsonService {
    /// A service of the account, over the network.
    pub fn connect(api: JsonApi, account: &AwsAccount, limits: Option<CallLimits>) -> Result<Self, CallError> {
        Ok(Self { api, service: AwsService::connect(api.service, account, limits)? })
    }

    /// The same over any transport.
    pub fn over(api: JsonApi, account: &AwsAccount, transport: Arc<dyn Transport>) -> Result<Self, CallError> {
        let address = account.address_of(api.service);
        Ok(Self { api, service: AwsService::over(&address, api.service, account, transport)? })
    }

    /// Calls an operation.
    pub async fn call<A: DeserializeOwned>(
        &self,
        operation: &str,
        request: &(impl Serialize + Sync),
    ) -> Result<A, CallError> {
        let body = Bytes::from(serde_json::to_vec(request).map_err(CallError::unsendable)?);
        let target = format!("{}.{operation}", self.api.target);
        let headers = [("content-type", self.api.content_type), ("x-amz-target", &target)];
        let call = AwsCall { operation, method: Method::POST, path: "/", headers: &headers, body };
        let answer = self.service.send(&call).await?;
        serde_json::from_slice(&answer).map_err(|error| unreadable(operation, &error))
    }
}

/// Where it could not be read, and not what stood there.
fn unreadable(operation: &str, error: &serde_json::Error) -> CallError {
    let reason = format!("{:?} at {}:{}", error.classify(), error.line(), error.column());
    CallError::Unreadable { operation: operation.to_owned(), reason }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::sync::{Mutex, PoisonError};

    use futures::future::BoxFuture;
    use http::{Request, Response, StatusCode};
    use serde_json::{Value, json};

    use super::*;
    use crate::network::TransportError;

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
}
