//! What is asked of the templates.

use std::str::FromStr;

use super::template::WhatsappLanguage;
use parlour_values::input::{Trimmed, body, string_schema, text_fields};

/// The name of a template with Meta.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhatsappName(String);

/// The id of a template with the carriers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DltTemplateId(String);

const LONGEST_NAME: usize = 512;
const LONGEST_ID: usize = 64;

impl FromStr for WhatsappName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        if text.is_empty() || !text.bytes().all(fits) {
            return Err("must consist of small letters, digits and underscores");
        }
        Ok(Self(text.to_owned()))
    }
}

impl FromStr for DltTemplateId {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err("must be letters and digits without spaces");
        }
        Ok(Self(text.to_owned()))
    }
}

impl From<WhatsappName> for String {
    fn from(name: WhatsappName) -> Self {
        name.0
    }
}

impl From<DltTemplateId> for String {
    fn from(id: DltTemplateId) -> Self {
        id.0
    }
}

text_fields! {
    WhatsappName, LONGEST_NAME, string_schema()
        .min_length(Some(1))
        .pattern(Some("^[a-z0-9_]+$"))
        .description(Some("the template's name with Meta"))
        .examples(["booking_confirmed"]);
    DltTemplateId, LONGEST_ID, string_schema()
        .min_length(Some(1))
        .pattern(Some("^[!-~]+$"))
        .description(Some("the template's id with the carriers (DLT); without it no SMS of this kind goes out"))
        .examples(["1707161234567890123"]);
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
