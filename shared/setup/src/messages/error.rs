//! Why a template is not there, or not saved.

use parlour_storage::failure::Refused;

#[derive(Debug, thiserror::Error)]
pub enum MessageTemplateError {
    /// No such kind or language, or nothing saved for it yet.
    #[error("no such template")]
    Unknown,
    #[error("its text {0}")]
    Text(String),
}

impl Refused for MessageTemplateError {}
