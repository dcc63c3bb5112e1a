//! The webhook of WhatsApp: whether it is ours, and what is told there.

use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::{HeaderMap, Uri, header};
use parlour_http::{Answer, Code, Given, Refusal, ok};
use parlour_platform::whatsapp::{SIGNATURE_HEADER, WhatsApp};
use parlour_storage::act::Act;
use parlour_storage::salon::Salon;
use parlour_values::done::Done;

/// As large as WhatsApp sends it: a thousand updates.
const LARGEST_BODY: usize = 3_000_000;

/// WhatsApp asks when the address or the token is changed in its dashboard, and wants the challenge back as it is.
pub async fn verify(State(salon): State<Salon>, address: Uri) -> Result<Response, Refusal> {
    let query = address.query().unwrap_or_default();
    let asked: Vec<(String, String)> = url::form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    let of = |name: &str| asked.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value.as_str());
    let is_ours = of("hub.mode") == "subscribe" && WhatsApp::of(&salon).is_verified(of("hub.verify_token")).await?;
    if !is_ours {
        return Err(Refusal::forbidden("The token is not the one that this webhook knows."));
    }
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], of("hub.challenge").to_owned()).into_response())
}

pub async fn receive(
    State(salon): State<Salon>,
    Given(act): Given<Act>,
    headers: HeaderMap,
    body: Body,
) -> Answer<Done> {
    let too_large = |_| Refusal::new(Code::ValidationError, "The body is larger than 3 MB, or ended early.");
    let body = to_bytes(body, LARGEST_BODY).await.map_err(too_large)?;
    let signature = headers.get(SIGNATURE_HEADER).and_then(|value| value.to_str().ok()).unwrap_or_default();
    WhatsApp::of(&salon).receive(&act, signature, &body).await?;
    ok(Done::OK)
}
