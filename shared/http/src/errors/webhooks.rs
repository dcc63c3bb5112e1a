//! Error responses of webhooks.

use super::{Code, Refusal};
use parlour_platform::webhooks::WebhookError;

impl From<WebhookError> for Refusal {
    fn from(error: WebhookError) -> Self {
        match error {
            WebhookError::Unknown => Self::not_found("The webhook"),
            WebhookError::UnknownDelivery => Self::not_found("The delivery"),
            WebhookError::Address(problem) => Self::invalid_field("url", problem),
            WebhookError::Cursor(error) => error.into(),
            WebhookError::SwitchedOff => {
                Self::new(Code::Conflict, "This webhook is switched off. Please switch it on first.")
            }
        }
    }
}
