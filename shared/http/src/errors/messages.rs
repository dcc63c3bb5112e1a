//! Error responses of message templates.

use super::Refusal;
use parlour_setup::messages::MessageTemplateError;

impl From<MessageTemplateError> for Refusal {
    fn from(error: MessageTemplateError) -> Self {
        match error {
            MessageTemplateError::Unknown => Self::not_found("The template"),
            MessageTemplateError::Text(problem) => Self::invalid_field("text", &problem),
        }
    }
}
