//! The console's JSON API, for scripts, tests and its own page.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use parlour_platform::event_view::EventView;
use parlour_platform::jobs::Job;
use parlour_platform::jobs::schedule::TIME_ZONE;
use parlour_storage::events::newest;
use parlour_storage::table::TableError;
use parlour_values::time::Instant;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Console;
use crate::demo::invoice_pdfs;
use crate::worker::{JobLine, MoveError};

/// An error of the console, as one line.
#[derive(Debug)]
pub enum ConsoleRefusal {
    Wrong(String),
    NotFound(&'static str),
    Failed(String),
}

impl IntoResponse for ConsoleRefusal {
    fn into_response(self) -> Response {
        let (status, reason) = match self {
            Self::Wrong(reason) => (StatusCode::BAD_REQUEST, reason),
            Self::NotFound(what) => (StatusCode::NOT_FOUND, format!("{what} is not here.")),
            Self::Failed(reason) => (StatusCode::INTERNAL_SERVER_ERROR, reason),
        };
        (status, Json(json!({"error": reason}))).into_response()
    }
}

impl From<TableError> for ConsoleRefusal {
    fn from(error: TableError) -> Self {
        Self::Failed(error.to_string())
    }
}

pub type ConsoleAnswer = Result<Json<Value>, ConsoleRefusal>;

pub async fn not_found() -> ConsoleRefusal {
    ConsoleRefusal::NotFound("This address")
}

/// The ports of the apps, for the page's links.
pub async fn addresses(State(console): State<Console>) -> Json<Value> {
    Json(json!({"customer": console.ports.customer, "admin": console.ports.admin}))
}

pub async fn people(State(console): State<Console>) -> ConsoleAnswer {
    let people = super::people(&console.salon, usize::MAX).await?;
    let lines = people
        .into_iter()
        .map(|user| json!({"id": user.id, "email": user.email, "name": user.name, "role": user.role}));
    Ok(Json(lines.collect()))
}

#[derive(Deserialize)]
pub struct Filter {
    channel: Option<String>,
}

/// All sent messages, newest first, after everything due now has been sent.
pub async fn messages(State(console): State<Console>, Query(filter): Query<Filter>) -> ConsoleAnswer {
    let channel = match filter.channel.as_deref().filter(|name| !name.is_empty()) {
        None => None,
        Some(name) => Some(name.parse().map_err(|problem| ConsoleRefusal::Wrong(format!("channel {problem}")))?),
    };
    console.worker.deliver_due().await?;
    Ok(Json(json!(console.journal.sent(channel).await?)))
}

pub async fn clear_messages(State(console): State<Console>) -> ConsoleAnswer {
    console.worker.deliver_due().await?;
    console.journal.clear().await?;
    Ok(Json(json!({"success": true})))
}

pub async fn jobs(State(console): State<Console>) -> ConsoleAnswer {
    Ok(Json(console.worker.jobs().await?.iter().map(line).collect()))
}

fn line(job: &JobLine) -> Value {
    let last = job.last.as_ref();
    json!({
        "name": job.name,
        "kind": if job.cron.is_some() { "scheduled" } else { "triggered" },
        "cron": job.cron,
        "timeZone": job.cron.map(|_| TIME_ZONE),
        "nextRun": job.next,
        "lastOutcome": last.map(|last| json!({"at": last.at, "ok": last.ok, "answer": last.answer()})),
    })
}

/// Runs the job now and returns the response of its route.
pub async fn run_job(
    State(console): State<Console>,
    Path(name): Path<String>,
    body: Bytes,
) -> Result<Response, ConsoleRefusal> {
    if name.parse::<Job>().is_err() {
        return Err(ConsoleRefusal::NotFound("This job"));
    }
    let payload = serde_json::from_slice(&body).unwrap_or_else(|_| json!({}));
    Ok(match console.worker.run_job(&name, payload).await {
        Ok(answer) => Json(answer).into_response(),
        Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, "Job failed").into_response(),
    })
}

pub async fn queue(State(console): State<Console>) -> ConsoleAnswer {
    let waiting = console.worker.queue().await?;
    let lines = waiting.iter().map(|entry| {
        let (job, payload) = (entry.task.name(), entry.task.payload());
        json!({"id": entry.id, "job": job, "payload": payload, "dueAt": entry.try_at})
    });
    Ok(Json(lines.collect()))
}

/// How many events the console shows.
const EVENTS: usize = 50;

/// The last events, newest first, after everything due now has been done.
pub async fn events(State(console): State<Console>) -> ConsoleAnswer {
    console.worker.deliver_due().await?;
    let events = newest(&console.salon.table, EVENTS).await?;
    Ok(Json(events.into_iter().map(|event| json!(EventView::from(event))).collect()))
}

pub async fn clock(State(console): State<Console>) -> Json<Value> {
    Json(json!({"now": console.salon.clock.now()}))
}

#[derive(Deserialize)]
struct MoveRequest {
    now: String,
    #[serde(default = "default_run")]
    run: bool,
}

fn default_run() -> bool {
    true
}

pub async fn move_clock(State(console): State<Console>, body: Bytes) -> ConsoleAnswer {
    let request: MoveRequest = serde_json::from_slice(&body).map_err(|_| {
        ConsoleRefusal::Wrong("Send {\"now\": \"<ISO>\"}, and \"run\": false to skip what falls due.".into())
    })?;
    let to: Instant = request.now.parse().map_err(|reason| ConsoleRefusal::Wrong(format!("now {reason}")))?;
    match console.worker.move_clock(to, request.run).await {
        Ok(now) => Ok(Json(json!({"now": now}))),
        Err(MoveError::Table(error)) => Err(error.into()),
        Err(refused) => Err(ConsoleRefusal::Wrong(refused.to_string())),
    }
}

/// The PDF of an invoice.
pub async fn document(State(console): State<Console>, Path(key): Path<String>) -> Result<Response, ConsoleRefusal> {
    let kept = console.documents.get(&key).await.ok().flatten();
    let pdf = match kept {
        Some(pdf) => Some(pdf),
        None => invoice_pdfs::print(&console.salon, &key).await?,
    };
    let pdf = pdf.ok_or(ConsoleRefusal::NotFound("This document"))?;
    Ok(([(header::CONTENT_TYPE, "application/pdf")], pdf).into_response())
}
