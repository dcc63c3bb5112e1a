//! Requests about the templates.

use super::template::WhatsappLanguage;
use parlour_values::input::{Trimmed, body, text_type};

text_type! {
    /// The name of a template with Meta.
    pub struct WhatsappName, most: 512, least: 1, pattern: "^[a-z0-9_]+$",
        description: "the template's name with Meta", example: "booking_confirmed",
        fits: |text| !text.is_empty()
            && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
            => "must consist of small letters, digits and underscores";
    /// The id of a template with the carriers.
    pub struct DltTemplateId, most: 64, least: 1, pattern: "^[!-~]+$",
        description: "the template's id with the carriers (DLT); without it no SMS of this kind goes out",
        example: "1707161234567890123",
        fits: |text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic())
            => "must be letters and digits without spaces";
}

/// As long as Meta takes it.
pub type MessageText = Trimmed<1, 1024>;

body! {
    /// The whole template.
    pub struct PutMessageTemplateRequest {
        whatsapp_name: WhatsappName,
        whatsapp_language: WhatsappLanguage,
        dlt_template_id: Option<DltTemplateId>,
        text: MessageText,
    }
}
