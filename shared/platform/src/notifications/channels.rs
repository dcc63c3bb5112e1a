//! The channels a notice is sent over.

use super::notification::NotificationChannel;

/// In any case the notice also gets a row in the recipient's feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channels {
    InApp,
    Push,
    PushAndEmail,
    InAppAndEmail,
    Email,
}

impl Channels {
    pub(super) fn pushes(self) -> bool {
        matches!(self, Self::Push | Self::PushAndEmail)
    }

    pub(super) fn emails(self) -> bool {
        matches!(self, Self::PushAndEmail | Self::InAppAndEmail | Self::Email)
    }

    /// The channel that the row in the feed shows.
    pub(super) fn shown(self) -> NotificationChannel {
        match self {
            Self::Email => NotificationChannel::Email,
            Self::InApp | Self::Push | Self::PushAndEmail | Self::InAppAndEmail => NotificationChannel::Push,
        }
    }
}
