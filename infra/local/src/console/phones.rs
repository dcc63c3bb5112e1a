//! WhatsApp and the text messages of AWS, as far as messages go: both are stood in for here. What is sent is accepted, or
//! answered as a test asks for; replies and statuses are sent to the app's webhook as Meta sends them, signed.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use parlour_http::ClientIp;
use parlour_senders::whatsapp::{SIGNATURE_HEADER, signed};
use parlour_settings::App;
use parlour_values::id::MessageId;
use serde::Deserialize;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use super::Console;
use super::api::{ConsoleAnswer, ConsoleRefusal};

const WEBHOOK: &str = "/api/webhooks/whatsapp";
/// The number that messages come from.
const OWN_NUMBER: &str = "15550783881";

/// The answers to the next sends; accepted where nothing is said.
#[derive(Default)]
pub struct Phones {
    whatsapp: Mutex<VecDeque<WhatsAppAnswer>>,
    sms: Mutex<VecDeque<String>>,
}

#[derive(Clone, Copy)]
struct WhatsAppAnswer {
    code: i64,
    status: StatusCode,
}

fn next<T>(answers: &Mutex<VecDeque<T>>) -> Option<T> {
    answers.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
}

/// The most answers that are kept.
const MOST: usize = 1_000;

fn plan<T: Clone>(answers: &Mutex<VecDeque<T>>, answer: Option<T>, times: Option<usize>) {
    let mut answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
    answers.clear();
    if let Some(answer) = answer {
        answers.extend(std::iter::repeat_n(answer, times.unwrap_or(1).min(MOST)));
    }
}

fn read<T: for<'a> Deserialize<'a>>(body: &[u8], shape: &str) -> Result<T, ConsoleRefusal> {
    serde_json::from_slice(body).map_err(|_| ConsoleRefusal::Wrong(format!("Send {shape}.")))
}

fn graph_error(status: StatusCode, code: i64) -> Response {
    let error = json!({
        "message": format!("(#{code}) An answer of the console"), "type": "OAuthException", "code": code,
        "error_data": { "messaging_product": "whatsapp", "details": "asked for at the console" }, "fbtrace_id": "console",
    });
    (status, Json(json!({ "error": error }))).into_response()
}

/// The refusal of a request, if it is to be refused.
async fn refused(console: &Console, headers: &HeaderMap) -> Option<Response> {
    let token = console.salon.settings.whatsapp_token.value().await.ok().flatten().unwrap_or_default();
    let shown = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if shown != format!("Bearer {token}") {
        return Some(graph_error(StatusCode::UNAUTHORIZED, 190));
    }
    next(&console.phones.whatsapp).map(|answer| graph_error(answer.status, answer.code))
}

pub async fn whatsapp_message(State(console): State<Console>, headers: HeaderMap, body: Bytes) -> Response {
    if let Some(refused) = refused(&console, &headers).await {
        return refused;
    }
    let message: Value = serde_json::from_slice(&body).unwrap_or_default();
    let text = |name: &str| message.get(name).and_then(Value::as_str);
    let content = text("type").and_then(|kind| message.get(kind));
    let (Some("whatsapp"), Some(to), Some(_)) = (text("messaging_product"), text("to"), content) else {
        return graph_error(StatusCode::BAD_REQUEST, 100);
    };
    let id: MessageId = console.salon.random.id();
    Json(json!({
        "messaging_product": "whatsapp",
        "contacts": [{ "input": to, "wa_id": to.trim_start_matches('+') }],
        "messages": [{ "id": format!("wamid.{id}") }],
    }))
    .into_response()
}

pub async fn whatsapp_media(State(console): State<Console>, headers: HeaderMap, body: Bytes) -> Response {
    if body.is_empty() {
        return graph_error(StatusCode::BAD_REQUEST, 131_053);
    }
    match refused(&console, &headers).await {
        Some(refused) => refused,
        None => Json(json!({ "id": console.salon.random.id::<MessageId>() })).into_response(),
    }
}

pub async fn sms_message(State(console): State<Console>, headers: HeaderMap, body: Bytes) -> Response {
    let error = |exception: &str, reason: Option<&str>| {
        let error = json!({ "__type": exception, "Message": "asked for at the console", "Reason": reason });
        (StatusCode::BAD_REQUEST, [(header::CONTENT_TYPE, "application/x-amz-json-1.0")], error.to_string())
            .into_response()
    };
    if headers.get("x-amz-target").is_none_or(|target| target != "PinpointSMSVoiceV2.SendTextMessage") {
        return error("UnknownOperationException", None);
    }
    if let Some(answer) = next(&console.phones.sms) {
        let (exception, reason) = exception(&answer);
        return error(exception, reason);
    }
    let message: Value = serde_json::from_slice(&body).unwrap_or_default();
    let needed = ["DestinationPhoneNumber", "OriginationIdentity", "MessageBody", "MessageType"];
    if !needed.iter().all(|name| message.get(name).is_some_and(Value::is_string)) {
        return error("ValidationException", Some("MISSING_PARAMETER"));
    }
    Json(json!({ "MessageId": console.salon.random.id::<MessageId>() })).into_response()
}

/// `ThrottlingException`, `ConflictException DESTINATION_PHONE_NUMBER_OPTED_OUT`, or the reason alone.
fn exception(asked: &str) -> (&str, Option<&str>) {
    let asked = asked.trim();
    match asked.split_once([' ', ':', '#']) {
        Some((exception, reason)) => (exception, Some(reason.trim())),
        None if asked.ends_with("Exception") => (asked, None),
        None if asked.starts_with("DESTINATION_PHONE_NUMBER") => ("ConflictException", Some(asked)),
        None if asked.starts_with("MONTHLY_SPEND_LIMIT") => ("ServiceQuotaExceededException", Some(asked)),
        None => ("ValidationException", Some(asked)),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WhatsAppPlan {
    code: Option<i64>,
    http_status: Option<u16>,
    times: Option<usize>,
}

/// The next sends are answered with this error of Meta's; without a code they are accepted again.
pub async fn whatsapp_answer(State(console): State<Console>, body: Bytes) -> ConsoleAnswer {
    let asked: WhatsAppPlan = read(&body, r#"{"code": 131026, "httpStatus": 400, "times": 1}"#)?;
    let status = StatusCode::from_u16(asked.http_status.unwrap_or(400))
        .map_err(|_| ConsoleRefusal::Wrong("httpStatus is an HTTP status".into()))?;
    plan(&console.phones.whatsapp, asked.code.map(|code| WhatsAppAnswer { code, status }), asked.times);
    Ok(Json(json!({ "success": true })))
}

#[derive(Deserialize)]
struct SmsPlan {
    error: Option<String>,
    times: Option<usize>,
}

/// The same for text messages: an exception of AWS's, its reason, or both.
pub async fn sms_answer(State(console): State<Console>, body: Bytes) -> ConsoleAnswer {
    let asked: SmsPlan = read(&body, r#"{"error": "ThrottlingException", "times": 1}"#)?;
    plan(&console.phones.sms, asked.error.filter(|error| !error.trim().is_empty()), asked.times);
    Ok(Json(json!({ "success": true })))
}

#[derive(Deserialize)]
struct Inbound {
    from: String,
    text: Option<String>,
    button: Option<String>,
    id: Option<String>,
}

/// A customer writes, or presses a button.
pub async fn whatsapp_inbound(State(console): State<Console>, body: Bytes) -> ConsoleAnswer {
    let asked: Inbound = read(&body, r#"{"from": "+919812345678", "text": "Hi"} or "button" for "text""#)?;
    let id = asked.id.unwrap_or_else(|| format!("wamid.{}", console.salon.random.id::<MessageId>()));
    let from: String = asked.from.chars().filter(char::is_ascii_digit).collect();
    let (kind, content) = match (asked.text, asked.button) {
        (Some(text), _) => ("text", json!({ "body": text })),
        (None, Some(button)) => ("button", json!({ "payload": button, "text": button })),
        (None, None) => return Err(ConsoleRefusal::Wrong("Say what is written: text or button.".into())),
    };
    let mut message = json!({ "from": from, "id": id, "timestamp": seconds(&console), "type": kind });
    if let Some(fields) = message.as_object_mut() {
        fields.insert(kind.to_owned(), content);
    }
    let contact = json!({ "profile": { "name": "Console" }, "wa_id": from });
    let status = tell(&console, json!({ "contacts": [contact], "messages": [message] })).await?;
    Ok(Json(json!({ "success": status == 200, "status": status, "id": id })))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Status {
    provider_id: String,
    status: String,
    error_code: Option<i64>,
}

/// The status of a message that was sent.
pub async fn whatsapp_status(State(console): State<Console>, body: Bytes) -> ConsoleAnswer {
    let asked: Status = read(&body, r#"{"providerId": "wamid.…", "status": "delivered", "errorCode": 131026}"#)?;
    let Some(sent) = console.journal.by_provider(&asked.provider_id).await? else {
        return Err(ConsoleRefusal::NotFound("This message"));
    };
    let mut status = json!({
        "id": asked.provider_id, "status": asked.status, "timestamp": seconds(&console),
        "recipient_id": sent.to.trim_start_matches('+'),
        "biz_opaque_callback_data": sent.request.as_ref().and_then(|request| request.get("biz_opaque_callback_data")),
    });
    if let (Some(code), Some(fields)) = (asked.error_code, status.as_object_mut()) {
        let error = json!({ "code": code, "title": "An answer of the console", "message": "An answer of the console" });
        fields.insert("errors".to_owned(), json!([error]));
    }
    console.journal.advance(sent, &asked.status).await?;
    let status = tell(&console, json!({ "statuses": [status] })).await?;
    Ok(Json(json!({ "success": status == 200, "status": status })))
}

fn seconds(console: &Console) -> String {
    console.salon.clock.now().seconds().to_string()
}

/// Sends the app's webhook what Meta would, and waits until it is worked off; what the app answered.
async fn tell(console: &Console, mut value: Value) -> Result<u16, ConsoleRefusal> {
    let settings = &console.salon.settings;
    if let Some(value) = value.as_object_mut() {
        let metadata = json!({ "display_phone_number": OWN_NUMBER, "phone_number_id": settings.whatsapp_phone_id });
        value.insert("messaging_product".to_owned(), json!("whatsapp"));
        value.insert("metadata".to_owned(), metadata);
    }
    let change = json!({ "field": "messages", "value": value });
    let body =
        json!({ "object": "whatsapp_business_account", "entry": [{ "id": "1", "changes": [change] }] }).to_string();
    let secret = settings.whatsapp_app_secret.value().await.ok().flatten().unwrap_or_default();
    let signature = signed(&secret, body.as_bytes()).unwrap_or_default();
    let (router, port) = console.app(App::Customer);
    let request = Request::builder()
        .method(Method::POST)
        .uri(WEBHOOK)
        .header(header::HOST, format!("localhost:{port}"))
        .header(header::CONTENT_TYPE, "application/json")
        .header(SIGNATURE_HEADER, signature)
        .extension(ClientIp("127.0.0.1".to_owned()))
        .body(Body::from(body))
        .map_err(|error| ConsoleRefusal::Failed(error.to_string()))?;
    let Ok(answer) = router.clone().oneshot(request).await;
    console.worker.deliver_due().await?;
    Ok(answer.status().as_u16())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_named_by_its_exception_its_reason_or_both() {
        for (asked, named) in [
            ("ThrottlingException", ("ThrottlingException", None)),
            ("ConflictException SOMETHING", ("ConflictException", Some("SOMETHING"))),
            ("DESTINATION_PHONE_NUMBER_OPTED_OUT", ("ConflictException", Some("DESTINATION_PHONE_NUMBER_OPTED_OUT"))),
            (
                "MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT",
                ("ServiceQuotaExceededException", Some("MONTHLY_SPEND_LIMIT_REACHED_FOR_TEXT")),
            ),
            ("SENDER_ID_NOT_REGISTERED", ("ValidationException", Some("SENDER_ID_NOT_REGISTERED"))),
        ] {
            assert_eq!(exception(asked), named);
        }
    }
}
