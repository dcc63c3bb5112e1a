//! Templates as owners see them.

use serde::Serialize;
use utoipa::ToSchema;

use super::kind::{MessageKind, MessageVariable};
use super::template::{MessageTemplate, WhatsappLanguage};
use parlour_values::language::Language;
use parlour_values::sms::SmsLength;
use parlour_values::time::Instant;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MessageTemplateView {
    pub kind: MessageKind,
    pub language: Language,
    pub whatsapp_name: String,
    pub whatsapp_language: WhatsappLanguage,
    pub dlt_template_id: Option<String>,
    pub text: String,
    /// The variables that a text of this kind may use.
    pub variables: Vec<MessageVariable>,
    /// The text with examples for its variables.
    pub preview: String,
    /// The length of the preview as an SMS.
    pub sms: SmsLength,
    /// The text as Meta takes it.
    pub text_for_meta: String,
    /// The text as the carriers take it.
    pub text_for_carriers: String,
    pub updated_at: Instant,
}

impl From<&MessageTemplate> for MessageTemplateView {
    fn from(template: &MessageTemplate) -> Self {
        let preview = template.preview();
        Self {
            kind: template.kind,
            language: template.language,
            whatsapp_name: template.whatsapp_name.clone(),
            whatsapp_language: template.whatsapp_language,
            dlt_template_id: template.dlt_template_id.clone(),
            text: template.text.clone(),
            variables: template.kind.variables().to_vec(),
            sms: SmsLength::of(&preview),
            preview,
            text_for_meta: template.for_meta(),
            text_for_carriers: template.for_carriers(),
            updated_at: template.updated_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MessageTemplateList {
    pub templates: Vec<MessageTemplateView>,
}
