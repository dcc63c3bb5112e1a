//! The outcomes of a send, on any channel.

use super::remedy::PhoneRefusal;
use parlour_settings::SecretError;
use parlour_settings::metrics::SendOutcome;
use parlour_values::text_enum::text_enum;

text_enum! {
    /// An outbound channel, as the console names it.
    pub enum Channel {
        Email => "email",
        Push => "push",
        Chat => "chat",
        Realtime => "realtime",
        Heartbeat => "heartbeat",
        WhatsApp => "whatsapp",
        Sms => "sms",
    }
}

/// The outcome of a send that did not fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delivery {
    Sent,
    /// No sender is configured, but it was recorded: locally that counts as sent.
    Recorded,
    /// Only logged.
    Unconfigured,
}

impl Delivery {
    pub(super) fn of(sent: bool, is_recorded: bool) -> Self {
        match (sent, is_recorded) {
            (true, _) => Self::Sent,
            (false, true) => Self::Recorded,
            (false, false) => Self::Unconfigured,
        }
    }

    pub fn delivered(self) -> bool {
        self != Self::Unconfigured
    }

    /// As it is counted: a message that no sender is configured for is none.
    pub(super) fn outcome(self) -> Option<SendOutcome> {
        self.delivered().then_some(SendOutcome::Sent)
    }
}

/// Why a message was not sent. Never contains an address, a secret or personal data, as it is logged.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    #[error("timed out")]
    TimedOut,
    #[error("answered {0}")]
    Refused(u16),
    #[error("could not be reached: {0}")]
    Unreachable(String),
    #[error("cannot be sent: {0}")]
    Invalid(&'static str),
    #[error("cannot be sent yet: {0}")]
    Secret(#[from] SecretError),
    #[error(transparent)]
    Journal(JournalError),
    /// By a service of messages to phones, for now.
    #[error(transparent)]
    Phone(PhoneRefusal),
}

impl SendError {
    /// Permanent: retrying the same message will not help.
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Invalid(_))
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the sent message could not be recorded: {0}")]
pub struct JournalError(pub String);
