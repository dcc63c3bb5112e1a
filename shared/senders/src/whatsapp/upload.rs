//! Documents are uploaded and then named by their id: WhatsApp advises against links, and an invoice has no address that
//! anybody may read.

use serde_json::Value;

use super::{WhatsAppSender, refusal};
use crate::remedy::PhoneError;
use crate::{Attachment, SendError};

/// The mark that parts the form: its content is told apart by it, so it must not occur there.
const BOUNDARY: &str = "parlour-7c1f0f6b6d3a4e0b9a52";

impl WhatsAppSender {
    /// The id of the document at WhatsApp, which keeps it for a month.
    pub(super) async fn upload(&self, number: &str, token: &str, document: &Attachment) -> Result<String, PhoneError> {
        let content_type = format!("multipart/form-data; boundary={BOUNDARY}");
        let build = |client: &reqwest::Client| {
            let request = client.post(format!("{number}/media")).bearer_auth(token);
            request.header(http::header::CONTENT_TYPE, content_type).body(form(document))
        };
        let response = self.wire.send(super::WITHIN, build).await?;
        let status = response.status();
        let answer = response.bytes().await.map_err(SendError::from)?;
        if !status.is_success() {
            return Err(refusal::of_answer(status.as_u16(), &answer).into());
        }
        let id = serde_json::from_slice::<Value>(&answer).ok().and_then(|answer| match answer.get("id")? {
            Value::String(id) => Some(id.clone()),
            Value::Number(id) => Some(id.to_string()),
            _ => None,
        });
        Ok(id.ok_or_else(|| SendError::Unreachable("an upload without an id".to_owned()))?)
    }
}

fn form(document: &Attachment) -> Vec<u8> {
    let plain = |text: &str| -> String { text.chars().filter(|c| !c.is_control() && *c != '"').collect() };
    let (filename, content_type) = (plain(&document.filename), plain(&document.content_type));
    let mut form = Vec::with_capacity(document.content.len().saturating_add(600));
    for (name, value) in [("messaging_product", "whatsapp"), ("type", content_type.as_str())] {
        let part = format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
        form.extend_from_slice(part.as_bytes());
    }
    let head = format!(
        "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{filename}\"\r\n\
         content-type: {content_type}\r\n\r\n"
    );
    form.extend_from_slice(head.as_bytes());
    form.extend_from_slice(&document.content);
    form.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
    form
}
