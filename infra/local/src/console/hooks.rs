//! A receiver of webhooks, to try them with: `http://localhost:<console>/hooks/<name>` takes what is sent there and says
//! whether its signature is right. With `?answer=503` it answers so.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use parlour_platform::webhooks::Webhook;
use parlour_storage::salon::Salon;
use parlour_storage::table::{Partition, TableError, keys};
use parlour_values::time::Instant;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Console;
use super::api::{ConsoleAnswer, ConsoleRefusal};

/// As many as are kept.
const MOST: usize = 200;
/// A receiver takes no signature that is older, lest somebody send it again.
const TOLERANCE_SECONDS: i64 = 300;

/// The events received, newest first.
#[derive(Default)]
pub struct Hooks(Mutex<VecDeque<ReceivedHook>>);

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
struct ReceivedHook {
    name: String,
    /// `webhook-id`: the same however often an event is sent.
    id: String,
    received_at: Instant,
    signature: SignatureVerdict,
    answered: u16,
    body: Value,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum SignatureVerdict {
    Right,
    Wrong,
    /// Right, but of another time.
    OutOfTime,
}

#[derive(Deserialize)]
pub struct HookAnswer {
    answer: Option<u16>,
}

pub async fn receive(
    State(console): State<Console>,
    Path(name): Path<String>,
    Query(wish): Query<HookAnswer>,
    address: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, ConsoleRefusal> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (id, signatures) = (text("webhook-id"), text("webhook-signature"));
    let at = Instant::from_seconds(text("webhook-timestamp").parse().unwrap_or_default());
    let body = String::from_utf8_lossy(&body).into_owned();
    let answered = wish.answer.and_then(|status| StatusCode::from_u16(status).ok()).unwrap_or(StatusCode::NO_CONTENT);
    let is_signed = is_signed(&console.salon, address.path(), id, at, &body, signatures).await?;
    let now = console.salon.clock.now();
    let signature = match is_signed {
        true if now.since(at).num_seconds().abs() <= TOLERANCE_SECONDS => SignatureVerdict::Right,
        true => SignatureVerdict::OutOfTime,
        false => SignatureVerdict::Wrong,
    };
    let received = ReceivedHook {
        name,
        id: id.to_owned(),
        received_at: now,
        signature,
        answered: answered.as_u16(),
        body: serde_json::from_str(&body).unwrap_or(Value::String(body)),
    };
    let mut kept = console.hooks.0.lock().unwrap_or_else(PoisonError::into_inner);
    kept.push_front(received);
    kept.truncate(MOST);
    Ok(answered)
}

/// Whether a webhook that leads here has signed it so.
async fn is_signed(
    salon: &Salon,
    path: &str,
    id: &str,
    at: Instant,
    body: &str,
    signatures: &str,
) -> Result<bool, TableError> {
    let webhooks = Partition::of(keys::WEBHOOKS).starting(keys::WEBHOOK_PREFIX);
    let webhooks = salon.table.query::<Webhook>(webhooks).await?;
    let leads_here = |webhook: &Webhook| webhook.url.split(['?', '#']).next().is_some_and(|url| url.ends_with(path));
    let signed = webhooks.iter().filter(|webhook| leads_here(webhook));
    let ours: Vec<String> = signed.map(|webhook| webhook.secrets.signature(id, at, body)).collect();
    let mut theirs = signatures.split(' ').filter(|signature| !signature.is_empty());
    Ok(theirs.any(|signature| ours.iter().any(|own| own.split(' ').any(|own| own == signature))))
}

/// The events received under one name, newest first, once what is due now has been sent too.
pub async fn received(State(console): State<Console>, Path(name): Path<String>) -> ConsoleAnswer {
    console.worker.deliver_due().await?;
    Ok(Json(listed(&console, |received| received.name == name)))
}

/// The events received under any name.
pub async fn all(State(console): State<Console>) -> ConsoleAnswer {
    console.worker.deliver_due().await?;
    Ok(Json(listed(&console, |_| true)))
}

fn listed(console: &Console, is_wanted: impl Fn(&ReceivedHook) -> bool) -> Value {
    let kept = console.hooks.0.lock().unwrap_or_else(PoisonError::into_inner);
    json!(kept.iter().filter(|received| is_wanted(received)).collect::<Vec<_>>())
}
