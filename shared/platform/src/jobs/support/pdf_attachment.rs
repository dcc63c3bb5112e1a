//! Having a document printed by the invoicing service, for a mail.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::jobs::JobError;
use crate::jobs::run::Run;
use parlour_senders::document::InvoiceDocument;
use parlour_senders::{Attachment, SendError};

pub struct PrintedDocument {
    /// The key it is kept under, if it was printed.
    pub key: Option<String>,
    /// The PDF, or why there is none, as the answer states it.
    pub attachment: Result<Attachment, &'static str>,
}

/// Without the service, or where it fails, the mail goes out without the PDF.
pub async fn print(run: &Run<'_>, document: &InvoiceDocument) -> Result<PrintedDocument, JobError> {
    let without = |reason| Ok(PrintedDocument { key: None, attachment: Err(reason) });
    let rendered = match run.salon.outbound.invoicing.render(document).await {
        Ok(Some(rendered)) => rendered,
        Ok(None) => return without("unconfigured"),
        // The service has not been called yet: the message is delivered again.
        Err(error @ SendError::Secret(_)) => return Err(error.into()),
        Err(error) => {
            tracing::warn!(%error, "a document was not rendered; its email goes out without the PDF");
            return without("render_failed");
        }
    };
    let attachment = match rendered.pdf.map(|pdf| STANDARD.decode(pdf)) {
        Some(Ok(content)) => Ok(Attachment {
            filename: format!("{}.pdf", document.number.as_str().replace('/', "-")),
            content_type: "application/pdf".to_owned(),
            content,
        }),
        Some(Err(_)) => Err("render_failed"),
        None => Err("too_large"),
    };
    Ok(PrintedDocument { key: Some(rendered.key), attachment })
}

/// The answer of a job that mails a document.
pub fn answer(attached: bool, reason: Option<&str>, sent: bool) -> Value {
    json!({ "success": true, "attached": attached, "reason": reason, "sent": sent })
}
