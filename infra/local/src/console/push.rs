//! A push service for tests: `http://localhost:<console>/push/<name>` is an endpoint that a subscription may name. What is
//! sent there is kept as it came, for a test to read or to hand to the service worker.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parlour_platform::notifications::Notifications;
use parlour_values::time::Clock;
use serde_json::{Value, json};

use super::Console;
use super::api::{ConsoleAnswer, ConsoleRefusal};
use crate::push::{Pushed, sender};
use crate::settings;

/// The largest body that push services take (RFC 8030).
const LARGEST: usize = 4096;

/// Takes a push as a browser vendor's service does.
pub async fn receive(
    State(console): State<Console>,
    Path(browser): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ConsoleRefusal> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let refused = |status: StatusCode, reason: &str| Ok((status, Json(json!({ "error": reason }))).into_response());
    let Ok(key) = Notifications::of(&console.salon).push_key().await else {
        return refused(StatusCode::UNAUTHORIZED, "This service has no key to push with.");
    };
    let authorization = text(header::AUTHORIZATION.as_str()).unwrap_or_default();
    let audiences = settings::origins(console.ports.console);
    let sender = match sender(&authorization, &key.public_key, &audiences, Clock::real().now()) {
        Ok(sender) => sender,
        Err(reason) => return refused(StatusCode::UNAUTHORIZED, reason),
    };
    let Some(time_to_live) = text("ttl") else {
        return refused(StatusCode::BAD_REQUEST, "A push says how long it lives (TTL).");
    };
    let content_encoding = text(header::CONTENT_ENCODING.as_str()).unwrap_or_default();
    if content_encoding != "aes128gcm" {
        return refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, "A push is encoded as aes128gcm.");
    }
    if body.len() > LARGEST {
        return refused(StatusCode::PAYLOAD_TOO_LARGE, "A push has at most 4096 bytes.");
    }
    let pushed = Pushed {
        id: console.salon.random.id(),
        browser,
        received_at: console.salon.clock.now(),
        content_encoding,
        time_to_live,
        urgency: text("urgency"),
        sender,
        body_base64: STANDARD.encode(&body),
    };
    console.store.save_pushed(&pushed).await?;
    Ok(StatusCode::CREATED.into_response())
}

/// The pushes to this browser, newest first, once what is due now has been sent too.
pub async fn received(State(console): State<Console>, Path(browser): Path<String>) -> ConsoleAnswer {
    console.worker.deliver_due().await?;
    let pushed = console.store.pushed(&browser).await?;
    Ok(Json(pushed.iter().map(view).collect()))
}

fn view(pushed: &Pushed) -> Value {
    json!({
        "id": pushed.id, "browser": pushed.browser, "receivedAt": pushed.received_at,
        "contentEncoding": pushed.content_encoding, "ttl": pushed.time_to_live, "urgency": pushed.urgency,
        "sender": pushed.sender, "bodyBase64": pushed.body_base64,
    })
}
