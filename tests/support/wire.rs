//! The HTTP client between us and DynamoDB: counts calls, sequential round trips, capacity and the partitions touched, and
//! can fail, delay or cut off any call, before or after it took effect, or kill the process there.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures::future::BoxFuture;
use http::{Request, StatusCode};
use parlour_aws::{Transport, TransportError};
use parlour_local::engine;
use parlour_storage::table::keys::names;
use parlour_storage::table::schema::GLOBAL_INDEXES;
use serde::Deserialize;
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
    /// Set where calls go in rounds.
    rounds: Option<Rounds>,
}

/// The calls of the round under way that the engine has not answered, and what tells the others when it is over.
#[derive(Clone, Default)]
struct Rounds {
    unanswered: usize,
    over: Arc<Notify>,
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
        let mut state = self.state();
        *state = State { rounds: state.rounds.take(), ..State::default() };
    }

    /// From now on no call is answered before all those are that were begun meanwhile, as if each took as long as any other:
    /// so the number of round trips does not depend on which of two happens to be quicker.
    pub fn in_rounds(&self) {
        self.state().rounds = Some(Rounds::default());
    }

    /// Waits until the others of its round are answered too.
    async fn end_of_round(&self) {
        let over = {
            let mut state = self.state();
            let deepest = state.begun;
            let Some(rounds) = &mut state.rounds else { return };
            rounds.unanswered = rounds.unanswered.saturating_sub(1);
            if rounds.unanswered == 0 {
                rounds.over.notify_waiters();
                state.over = deepest;
                return;
            }
            rounds.over.clone().notified_owned()
        };
        over.await;
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
        if let Some(rounds) = &mut state.rounds {
            rounds.unanswered += 1;
        }
        (depth, state.plan.as_ref().and_then(|plan| plan(number, operation)))
    }

    fn end(&self, operation: &str, depth: usize, units: f64) {
        let mut state = self.state();
        if state.rounds.is_none() {
            state.over = state.over.max(depth);
        }
        // A call that began before a reset is not counted.
        state.running = state.running.saturating_sub(1);
        match operation {
            "GetItem" | "BatchGetItem" | "Query" | "Scan" => state.read_units += units,
            _ => state.write_units += units,
        }
    }
}

impl std::fmt::Debug for Wire {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Wire({:?})", self.cost())
    }
}

/// The wire of one engine.
struct Line {
    wire: Wire,
    inner: Arc<dyn Transport>,
}

impl Wire {
    pub fn over(&self, endpoint: &str) -> Arc<dyn Transport> {
        Arc::new(Line { wire: self.clone(), inner: engine::network(endpoint).unwrap() })
    }
}

impl Transport for Line {
    fn send(&self, request: Request<Bytes>) -> BoxFuture<'_, Result<Response, TransportError>> {
        let target = request.headers().get("x-amz-target").and_then(|target| target.to_str().ok());
        let operation = target.and_then(|target| target.rsplit('.').next()).unwrap_or("Unknown").to_owned();
        let body: Value = serde_json::from_slice(request.body()).unwrap_or_default();
        let accesses = accesses(&operation, &body);
        permissions::check(&accesses);
        let (depth, fault) = self.wire.begin(&operation, accesses, partitions(&body));
        let wire = &self.wire;
        Box::pin(async move {
            let lost = |when: &str| TransportError(format!("the wire was cut {when} the call"));
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
                    return Ok(unread(&body));
                }
                Some(Fault::KillBefore) => {
                    wire.kill();
                    return std::future::pending().await;
                }
                Some(Fault::Delay(span)) => tokio::time::sleep(span).await,
                Some(Fault::CutAfter | Fault::KillAfter) | None => {}
            }
            let metered = if operation.ends_with("Table") { request } else { request.map(asking_for_units) };
            let answer = self.inner.send(metered).await;
            wire.end(&operation, depth, answer.as_ref().map_or(0.0, units));
            wire.end_of_round().await;
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

type Response = http::Response<Bytes>;

/// The request, asking for the capacity that it takes, which the service itself has no use for.
fn asking_for_units(body: Bytes) -> Bytes {
    match body.strip_suffix(b"}") {
        Some(rest) => [rest, br#","ReturnConsumedCapacity":"TOTAL"}"#].concat().into(),
        None => body,
    }
}

/// The part of a response that says what it took; the rest is passed over, not parsed.
#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct Metered {
    consumed_capacity: Option<Capacity>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Capacity {
    OfTables(Vec<Consumed>),
    OfOne(Consumed),
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Consumed {
    capacity_units: f64,
}

/// The capacity that a response reports.
fn units(response: &Response) -> f64 {
    let metered: Metered = serde_json::from_slice(response.body()).unwrap_or_default();
    match metered.consumed_capacity {
        Some(Capacity::OfTables(tables)) => tables.iter().map(|table| table.capacity_units).sum(),
        Some(Capacity::OfOne(one)) => one.capacity_units,
        None => 0.0,
    }
}

fn response(status: StatusCode, body: impl Into<Bytes>) -> Response {
    let mut response = http::Response::new(body.into());
    *response.status_mut() = status;
    response
}

fn unread(asked: &Value) -> Response {
    let body = serde_json::json!({ "Responses": {}, "UnprocessedKeys": asked["RequestItems"] }).to_string();
    response(StatusCode::OK, body)
}

fn conflict() -> Response {
    let body = r#"{"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","Message":"Transaction cancelled","CancellationReasons":[{"Code":"TransactionConflict","Message":"Transaction is ongoing for the item"}]}"#;
    response(StatusCode::BAD_REQUEST, body)
}
