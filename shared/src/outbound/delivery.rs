//! How a send can end, on any channel.

use crate::settings::SecretError;
use crate::text_enum::text_enum;

text_enum! {
    /// A way out of the salon, as the console names it.
    pub enum Channel {
        Email => "email",
        Push => "push",
        Chat => "chat",
        Realtime => "realtime",
        Heartbeat => "heartbeat",
    }
}

/// What became of a message that did not fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delivery {
    Sent,
    /// No sender is configured, but the recording twin took it: locally that is as good as sent.
    Recorded,
    /// Nothing happened but a log line.
    Unconfigured,
}

impl Delivery {
    pub fn delivered(self) -> bool {
        self != Self::Unconfigured
    }
}

/// Why a message did not go out. Never carries an address, a secret or personal data: it ends up in logs.
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
}

impl SendError {
    /// The same message will never go out, however often it is tried.
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Invalid(_))
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the sent message could not be recorded: {0}")]
pub struct JournalError(pub String);
