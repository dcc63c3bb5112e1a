//! A job over HTTP: the caller is authorized, the body read leniently, the answer given without the envelope.

use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use http::{HeaderMap, StatusCode, header};
use parlour_platform::jobs::Job;
use parlour_platform::jobs::signature::{JobCredentials, JobKeys, Verdict, authorize, job_address};
use parlour_storage::salon::Salon;
use serde_json::{Value, json};

/// The largest body the queue may send.
const LARGEST_BODY: usize = 256 * 1024;

pub async fn run(salon: Salon, job: Job, headers: HeaderMap, body: Body) -> Response {
    let Ok(body) = axum::body::to_bytes(body, LARGEST_BODY).await else {
        return unauthorized();
    };
    if !may_run(&salon, job, &headers, &body).await {
        return unauthorized();
    }
    // A missing or malformed body names no record to work on.
    let body = serde_json::from_slice(&body).ok().filter(Value::is_object).unwrap_or_else(|| json!({}));
    match parlour_platform::jobs::run(&salon, job.as_str(), body).await {
        Ok(answer) => ([(header::CONTENT_TYPE, "application/json")], answer.to_string()).into_response(),
        Err(_) => (StatusCode::INTERNAL_SERVER_ERROR, "Job failed").into_response(),
    }
}

async fn may_run(salon: &Salon, job: Job, headers: &HeaderMap, body: &[u8]) -> bool {
    let settings = &salon.settings;
    // If a key is set but cannot be read, the weaker fallbacks must not apply.
    let Ok(keys) = JobKeys::of(settings).await else {
        return false;
    };
    let url = job_address(settings, job.as_str());
    let given = JobCredentials::of(headers, &keys);
    match authorize(&keys, given, &url, body, salon.clock.now(), settings.production) {
        Verdict::Refused(reason) => {
            tracing::warn!(job = job.as_str(), %reason, "a job was refused");
            false
        }
        Verdict::Signed | Verdict::KnewTheToken | Verdict::Unguarded => true,
    }
}

fn unauthorized() -> Response {
    (StatusCode::UNAUTHORIZED, "Unauthorized").into_response()
}
