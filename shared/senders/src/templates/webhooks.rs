//! About webhooks, to developers.

use super::letter::LetterPart;
use super::{NoticeDraft, paragraph};
use crate::NotificationType;

/// A webhook that was switched off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookFacts {
    /// The host it leads to; the rest of its address may hold a secret.
    pub host: String,
    pub trouble: WebhookTrouble,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookTrouble {
    Gone,
    Failing,
}

impl WebhookFacts {
    pub(super) fn draft(&self) -> NoticeDraft {
        let why = match self.trouble {
            WebhookTrouble::Gone => "The receiver answered that it is gone (410).",
            WebhookTrouble::Failing => "For five days the receiver took nothing that was sent to it.",
        };
        let title = "A webhook was switched off";
        let next =
            "Nothing is sent there until it is switched on again. What it missed can be sent again from the feed.";
        let body = format!("{}: {why}", self.host);
        let parts = vec![paragraph(why), paragraph(next), LetterPart::facts([("Receiver", self.host.clone())])];
        NoticeDraft::for_team(NotificationType::WebhookDisabled, title, body, title, parts, "Open the webhooks")
    }
}
