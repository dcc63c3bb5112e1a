//! Remedies for the refusal of a message to a phone, on either channel.

use super::SendError;

/// The action that a refusal asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// The service failed: the same message again, after a pause.
    Retry,
    /// Too much was sent: the same message again, later.
    RetryLater,
    /// This message does not reach this person here, whatever is done.
    Permanent,
    /// The same, and something of ours is wrong: developers are told.
    PermanentAlert,
    /// Nothing more is sent with this template; developers are told.
    HoldTemplate,
    /// Nothing more is sent here; developers are told.
    StopChannel,
}

impl Remedy {
    /// Whether this message is not for this channel, whenever it is tried.
    pub fn is_for_good(self) -> bool {
        matches!(self, Self::Permanent | Self::PermanentAlert)
    }

    /// Whether the same message may be taken at another time.
    pub fn is_temporary(self) -> bool {
        matches!(self, Self::Retry | Self::RetryLater)
    }
}

/// A service took no message, and said why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{code}: {meaning}")]
pub struct PhoneRefusal {
    pub remedy: Remedy,
    /// As the service names it.
    pub code: String,
    /// In our words: those of the service may quote the message.
    pub meaning: &'static str,
}

/// Why a message to a phone was not sent.
#[derive(Debug, thiserror::Error)]
pub enum PhoneError {
    /// It may or may not have gone out.
    #[error(transparent)]
    Send(#[from] SendError),
    #[error(transparent)]
    Refused(#[from] PhoneRefusal),
}
