//! Messages on WhatsApp, by Meta's Cloud API.

mod refusal;
mod signature;
mod upload;

use std::time::Duration;

use serde_json::{Value, json};

use super::keyed::Keyed;
use super::remedy::PhoneError;
use super::wire::Wire;
use super::{Attachment, NotificationType, SendError};
use parlour_settings::Settings;

pub use refusal::refusal;
pub use signature::{SIGNATURE_HEADER, is_signed, signed};

const WITHIN: Duration = Duration::from_secs(15);

/// The most that WhatsApp takes in a text of ours.
const LONGEST_TEXT: usize = 4096;
/// The most that a variable of a template may hold without making up too much of it.
const LONGEST_VARIABLE: usize = 300;

/// One message to one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhatsAppMessage {
    pub kind: NotificationType,
    /// With the plus and the country's code.
    pub to: String,
    /// Comes back with whatever WhatsApp tells of it: after a timeout nothing else does.
    pub id: String,
    /// As its reader sees it.
    pub text: String,
    pub content: WhatsAppContent,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhatsAppContent {
    Template(WhatsAppTemplate),
    /// The text itself: taken within a day of the reader's last message only.
    Text,
}

/// An approved text, and what its variables stand for here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhatsAppTemplate {
    pub name: String,
    /// Exactly the one it was approved under.
    pub language: String,
    /// By position.
    pub variables: Vec<String>,
    /// The part that follows the address of its button.
    pub button: Option<String>,
    /// Its heading.
    pub document: Option<Attachment>,
}

/// A message the service accepted: whether it arrives is told later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedMessage {
    /// The id that the service gave it.
    pub provider_id: String,
    /// The body that was sent.
    pub request: Value,
}

/// Sends if `WHATSAPP_PHONE_ID` and `WHATSAPP_TOKEN` are set.
#[derive(Clone, Default)]
pub struct WhatsAppSender {
    token: Keyed<String>,
    /// The address of the business number: base, version, id.
    number: Option<String>,
    wire: Wire,
}

impl WhatsAppSender {
    pub fn of(settings: &Settings) -> Self {
        let base = settings.whatsapp_api_url.trim_end_matches('/');
        let number =
            settings.whatsapp_phone_id.as_deref().map(|id| format!("{base}/{}/{id}", settings.whatsapp_version));
        let token = Keyed::by("WHATSAPP_TOKEN", &settings.whatsapp_token, |token| {
            let is_plain = token.bytes().all(|byte| byte.is_ascii_graphic());
            if is_plain { Ok(token.to_owned()) } else { Err("must be one word") }
        });
        Self { token, number, wire: Wire::default() }
    }

    pub fn configured(&self) -> bool {
        self.number.is_some() && self.token.configured()
    }

    /// None if WhatsApp is not configured.
    pub(super) async fn send(&self, message: &WhatsAppMessage) -> Result<Option<AcceptedMessage>, PhoneError> {
        let (Some(number), Some(token)) = (&self.number, self.token.get().await?) else { return Ok(None) };
        let document = match &message.content {
            WhatsAppContent::Template(WhatsAppTemplate { document: Some(document), .. }) => {
                Some((self.upload(number, token, document).await?, document.filename.as_str()))
            }
            WhatsAppContent::Template(_) | WhatsAppContent::Text => None,
        };
        let request = body(message, document);
        let build =
            |client: &reqwest::Client| client.post(format!("{number}/messages")).bearer_auth(token).json(&request);
        let response = self.wire.send(WITHIN, build).await?;
        let status = response.status();
        let answer = response.bytes().await.map_err(SendError::from)?;
        if !status.is_success() {
            return Err(refusal::of_answer(status.as_u16(), &answer).into());
        }
        let provider_id = serde_json::from_slice::<Value>(&answer)
            .ok()
            .and_then(|answer| Some(answer.pointer("/messages/0/id")?.as_str()?.to_owned()));
        let provider_id = provider_id.ok_or_else(|| SendError::Unreachable("an answer without an id".to_owned()))?;
        Ok(Some(AcceptedMessage { provider_id, request }))
    }
}

/// The request; a document is named by the id that its upload gave.
fn body(message: &WhatsAppMessage, document: Option<(String, &str)>) -> Value {
    let mut body = json!({
        "messaging_product": "whatsapp",
        "recipient_type": "individual",
        "to": message.to,
        "biz_opaque_callback_data": message.id,
    });
    let (kind, content) = match &message.content {
        WhatsAppContent::Text => {
            let text: String = message.text.chars().take(LONGEST_TEXT).collect();
            ("text", json!({ "preview_url": false, "body": text }))
        }
        WhatsAppContent::Template(template) => ("template", template_body(template, document)),
    };
    if let Some(body) = body.as_object_mut() {
        body.insert("type".to_owned(), json!(kind));
        body.insert(kind.to_owned(), content);
    }
    body
}

/// Only parts that have something to say are there.
fn template_body(template: &WhatsAppTemplate, document: Option<(String, &str)>) -> Value {
    let mut components = Vec::new();
    if let Some((id, filename)) = document {
        let document = json!({ "type": "document", "document": { "id": id, "filename": filename } });
        components.push(json!({ "type": "header", "parameters": [document] }));
    }
    if !template.variables.is_empty() {
        let text = |value: &String| json!({ "type": "text", "text": as_variable(value) });
        let parameters: Vec<Value> = template.variables.iter().map(text).collect();
        components.push(json!({ "type": "body", "parameters": parameters }));
    }
    if let Some(suffix) = &template.button {
        let parameters = json!([{ "type": "text", "text": suffix }]);
        components.push(json!({ "type": "button", "sub_type": "url", "index": "0", "parameters": parameters }));
    }
    json!({ "name": template.name, "language": { "code": template.language }, "components": components })
}

/// As WhatsApp takes it: on one line, without gaps, not empty.
fn as_variable(value: &str) -> String {
    let line = value.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: String = line.chars().filter(|letter| !letter.is_control()).take(LONGEST_VARIABLE).collect();
    if line.is_empty() { "-".to_owned() } else { line }
}

#[cfg(test)]
mod tests;
