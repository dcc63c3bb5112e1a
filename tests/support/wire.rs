//! The HTTP client between us and DynamoDB: counts calls, sequential round trips, capacity and the partitions touched, and
//! can fail, delay or cut off any call, before or after it took effect, or kill the process there.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use aws_smithy_http_client::Builder;
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;
use parlour_storage::table::keys::names;
use parlour_storage::table::schema::GLOBAL_INDEXES;
use serde_json::Value;
use tokio::sync::Notify;

use crate::permissions::{self, Access};

/// A fault of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It never reaches the table.
    RefuseBefore,
    /// It takes effect, and the response is lost.
    CutAfter,
    /// The response is delayed.
    Delay(Duration),
    /// The transaction is cancelled by a conflict, which no local engine produces.
    Conflict,
    /// A batch read returns all keys as unprocessed.
    Unread,
    /// The process is killed before the call reaches the table.
    KillBefore,
    /// The process is killed after the call took effect.
    KillAfter,
}

/// Decides by the call's number since the last reset (from 0) and its operation.
type Plan = Arc<dyn Fn(usize, &str) -> Option<Fault> + Send + Sync>;

#[derive(Clone, Default)]
pub struct Wire(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    calls: Vec<String>,
    actions: BTreeSet<String>,
    partitions: BTreeSet<String>,
    /// The depth of the deepest call begun, and of the deepest one that is over.
    begun: usize,
    over: usize,
    /// How many calls are under way, and how many were at most.
    running: usize,
    most_at_once: usize,
    read_units: f64,
    write_units: f64,
    plan: Option<Plan>,
    /// Notified when a process is killed.
    killed: Arc<Notify>,
}

/// The cost of a stretch of work.
#[derive(Clone, Debug, PartialEq)]
pub struct Cost {
    pub calls: Vec<String>,
    /// The table actions as permissions name them; a transaction counts as its parts.
    pub actions: BTreeSet<String>,
    /// The partition keys that were read or written, those of an index behind its name: `G1-index LEADS#2026-11`.
    pub partitions: BTreeSet<String>,
    /// Sequential round trips: a call is one deeper than the deepest of those that were over when it began, so the number
    /// does not depend on how busy the machine is.
    pub round_trips: usize,
    pub read_units: f64,
    pub write_units: f64,
}

impl Wire {
    pub fn new() -> Self {
        Self::default()
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn reset(&self) {
        *self.state() = State::default();
    }

    /// The cost since the last reset.
    pub fn cost(&self) -> Cost {
        let state = self.state();
        Cost {
            calls: state.calls.clone(),
            actions: state.actions.clone(),
            partitions: state.partitions.clone(),
            round_trips: state.begun,
            read_units: state.read_units,
            write_units: state.write_units,
        }
    }

    /// How many calls were under way at the same time since the last reset, at most.
    pub fn most_at_once(&self) -> usize {
        self.state().most_at_once
    }

    /// From now on, calls fail as planned.
    pub fn fail(&self, plan: impl Fn(usize, &str) -> Option<Fault> + Send + Sync + 'static) {
        let mut state = self.state();
        *state = State { plan: Some(Arc::new(plan)), ..State::default() };
    }

    /// Delays responses in a random order of this seed, so that every round has a different interleaving.
    pub fn shuffle(&self, seed: usize) {
        self.fail(move |call, _| {
            let mixed = (seed * 1_000 + call).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
            Some(Fault::Delay(Duration::from_micros(u64::try_from(mixed % 1_500).unwrap_or(0))))
        });
    }

    /// Delays transactions, so that concurrent requests decide on the same state.
    pub fn late_writes(&self) {
        let late = Fault::Delay(Duration::from_millis(40));
        self.fail(move |_, operation| (operation == "TransactWriteItems").then_some(late));
    }

    /// Runs until it is done or killed; a killed future is dropped.
    pub async fn unless_killed<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        let killed = self.state().killed.clone();
        tokio::select! {
            biased;
            () = killed.notified() => None,
            done = work => Some(done),
        }
    }

    fn kill(&self) {
        self.state().killed.notify_one();
    }

    /// The depth of the call, and its fault.
    fn begin(&self, operation: &str, accesses: Vec<Access>, partitions: Vec<String>) -> (usize, Option<Fault>) {
        let mut state = self.state();
        state.actions.extend(accesses.into_iter().map(|access| access.action));
        state.partitions.extend(partitions);
        let number = state.calls.len();
        state.calls.push(operation.to_owned());
        state.running += 1;
        state.most_at_once = state.most_at_once.max(state.running);
        let depth = state.over + 1;
        state.begun = state.begun.max(depth);
        (depth, state.plan.as_ref().and_then(|plan| plan(number, operation)))
    }

    fn end(&self, operation: &str, depth: usize, units: f64) {
        let mut state = self.state();
        state.over = state.over.max(depth);
        // A call that began before a reset is not counted.
        state.running = state.running.saturating_sub(1);
        match operation {
            "GetItem" | "BatchGetItem" | "Query" => state.read_units += units,
            _ => state.write_units += units,
        }
    }
}

impl std::fmt::Debug for Wire {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Wire({:?})", self.cost())
    }
}

impl HttpClient for Wire {
    fn http_connector(&self, settings: &HttpConnectorSettings, components: &RuntimeComponents) -> SharedHttpConnector {
        let inner: SharedHttpClient = Builder::new().build_http();
        SharedHttpConnector::new(Line { wire: self.clone(), inner: inner.http_connector(settings, components) })
    }
}

#[derive(Debug)]
struct Line {
    wire: Wire,
    inner: SharedHttpConnector,
}

impl HttpConnector for Line {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let operation = request
            .headers()
            .get("x-amz-target")
            .and_then(|target| target.rsplit('.').next())
            .unwrap_or("Unknown")
            .to_owned();
        let body: Value = request.body().bytes().and_then(|body| serde_json::from_slice(body).ok()).unwrap_or_default();
        let accesses = accesses(&operation, &body);
        permissions::check(&accesses);
        let (depth, fault) = self.wire.begin(&operation, accesses, partitions(&body));
        let (wire, inner) = (self.wire.clone(), self.inner.clone());
        HttpConnectorFuture::new(async move {
            let lost = |when: &str| ConnectorError::io(format!("the wire was cut {when} the call").into());
            match fault {
                Some(Fault::RefuseBefore) => {
                    wire.end(&operation, depth, 0.0);
                    return Err(lost("before"));
                }
                Some(Fault::Conflict) => {
                    wire.end(&operation, depth, 0.0);
                    return Ok(conflict());
                }
                Some(Fault::Unread) => {
                    wire.end(&operation, depth, 0.0);
                    return Ok(unread(&request));
                }
                Some(Fault::KillBefore) => {
                    wire.kill();
                    return std::future::pending().await;
                }
                Some(Fault::Delay(span)) => tokio::time::sleep(span).await,
                Some(Fault::CutAfter | Fault::KillAfter) | None => {}
            }
            let answer = inner.call(request).await;
            let answer = match answer {
                Ok(response) => {
                    let (response, units) = metered(response).await;
                    wire.end(&operation, depth, units);
                    Ok(response)
                }
                Err(error) => {
                    wire.end(&operation, depth, 0.0);
                    Err(error)
                }
            };
            if fault == Some(Fault::KillAfter) {
                wire.kill();
                return std::future::pending().await;
            }
            if fault == Some(Fault::CutAfter) { Err(lost("after")) } else { answer }
        })
    }
}

/// The accesses of a call to the table; a transaction counts as its parts.
fn accesses(operation: &str, body: &Value) -> Vec<Access> {
    let access = |action: String, item: &Value| {
        let key = if item["Key"].is_object() { &item["Key"] } else { &item["Item"] };
        Access { action, partition: key[names::PK]["S"].as_str().map(str::to_owned) }
    };
    if operation != "TransactWriteItems" {
        return vec![access(operation.to_owned(), body)];
    }
    let items = body["TransactItems"].as_array().into_iter().flatten();
    let parts = items.filter_map(|item| item.as_object()?.iter().next());
    parts.map(|(action, item)| access(format!("{action}Item"), item)).collect()
}

/// The partition keys that a request names.
fn partitions(body: &Value) -> Vec<String> {
    let key = |item: &Value, attribute: &str| item[attribute]["S"].as_str().map(str::to_owned);
    let mut partitions: Vec<String> = Vec::new();
    partitions.extend(key(&body["Key"], names::PK));
    if let Some(asked) = body["ExpressionAttributeValues"].get(":pk").and_then(|value| value["S"].as_str()) {
        partitions.push(match body["IndexName"].as_str() {
            Some(index) => format!("{index} {asked}"),
            None => asked.to_owned(),
        });
    }
    for table in body["RequestItems"].as_object().into_iter().flat_map(|tables| tables.values()) {
        partitions.extend(table["Keys"].as_array().into_iter().flatten().filter_map(|item| key(item, names::PK)));
    }
    for action in body["TransactItems"].as_array().into_iter().flatten() {
        let action = action.as_object().into_iter().flat_map(|action| action.values());
        for item in action.flat_map(|action| [&action["Key"], &action["Item"]]) {
            partitions.extend(key(item, names::PK));
            for (index, attribute, _) in GLOBAL_INDEXES {
                partitions.extend(key(item, attribute).map(|pk| format!("{index} {pk}")));
            }
        }
    }
    partitions
}

type Response = aws_smithy_runtime_api::client::orchestrator::HttpResponse;

/// The unchanged response, and the capacity it reports.
async fn metered(mut response: Response) -> (Response, f64) {
    let body = std::mem::replace(response.body_mut(), SdkBody::empty());
    let bytes = match http_body_util::BodyExt::collect(body).await {
        Ok(collected) => collected.to_bytes(),
        Err(_) => return (response, 0.0),
    };
    let capacity =
        serde_json::from_slice::<serde_json::Value>(&bytes).map_or(0.0, |json| consumed(&json["ConsumedCapacity"]));
    *response.body_mut() = SdkBody::from(bytes);
    (response, capacity)
}

fn consumed(capacity: &serde_json::Value) -> f64 {
    match capacity {
        serde_json::Value::Array(tables) => tables.iter().map(consumed).sum(),
        one => one["CapacityUnits"].as_f64().unwrap_or(0.0),
    }
}

fn unread(request: &HttpRequest) -> Response {
    let asked: serde_json::Value =
        request.body().bytes().and_then(|body| serde_json::from_slice(body).ok()).unwrap_or_default();
    let body = serde_json::json!({ "Responses": {}, "UnprocessedKeys": asked["RequestItems"] }).to_string();
    let mut response = Response::new(200.try_into().expect("a status"), SdkBody::from(body));
    response.headers_mut().insert("content-type", "application/x-amz-json-1.0");
    response
}

fn conflict() -> Response {
    let body = r#"{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","Message":"Transaction cancelled","CancellationReasons":[{"Code":"TransactionConflict","Message":"Transaction is ongoing for the item"}]}"#;
    let mut response = Response::new(400.try_into().expect("a status"), SdkBody::from(body));
    response.headers_mut().insert("content-type", "application/x-amz-json-1.0");
    response
}
