//! Why a webhook is not saved, or a delivery not repeated.

use parlour_storage::events::FeedError;
use parlour_storage::failure::Refused;

#[derive(Debug, thiserror::Error)]
pub enum WebhookError {
    #[error("no such webhook")]
    Unknown,
    #[error("no such delivery")]
    UnknownDelivery,
    #[error("its address may not be called: {0}")]
    Address(&'static str),
    #[error(transparent)]
    Cursor(FeedError),
    #[error("it is switched off")]
    SwitchedOff,
}

impl Refused for WebhookError {}
