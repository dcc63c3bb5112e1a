//! Email: one recipient per message, text and HTML, attachments. Sent through SES if built in and configured.

mod pace;
mod ses;

use super::{NotificationType, SendError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Email {
    pub kind: NotificationType,
    /// The name it is sent under, from the configured address; without one, the sender is as configured.
    pub from_name: Option<String>,
    /// Exactly one address.
    pub to: String,
    pub subject: String,
    pub text: String,
    pub html: String,
    pub attachments: Vec<Attachment>,
    /// The address a mail program posts to when its reader unsubscribes.
    pub unsubscribe: Option<String>,
}

impl Email {
    /// The headers beyond those that every mail has: unsubscribing with one click (RFC 8058).
    pub fn headers(&self) -> Vec<(&'static str, String)> {
        self.unsubscribe.as_ref().map_or_else(Vec::new, |url| {
            vec![
                ("List-Unsubscribe", format!("<{url}>")),
                ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()),
            ]
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    pub filename: String,
    pub content_type: String,
    pub content: Vec<u8>,
}

/// Sends through SES if `EMAIL_FROM` is set.
#[derive(Clone, Default)]
pub struct EmailSender {
    ses: Option<ses::Ses>,
}

impl EmailSender {
    pub fn configured(&self) -> bool {
        self.ses.is_some()
    }

    /// Returns whether it was sent; false if email is not configured.
    pub(super) async fn send(&self, email: &Email) -> Result<bool, SendError> {
        check_recipient(&email.to)?;
        if let Some(ses) = &self.ses {
            return ses.send(email).await.map(|()| true);
        }
        Ok(false)
    }
}

/// `hello@example.test` of `Parlour <hello@example.test>`.
pub fn address_of(from: &str) -> &str {
    from.split_once('<').map_or(from, |(_, address)| address.trim_end_matches('>').trim())
}

/// One plain address: a list, a display name or a line break could reach other people.
fn check_recipient(to: &str) -> Result<(), SendError> {
    let plain = !to.chars().any(|letter| letter.is_whitespace() || letter.is_control() || ",;<>\"".contains(letter));
    let halves = to.rsplit_once('@').is_some_and(|(local, domain)| !local.is_empty() && !domain.is_empty());
    if plain && halves { Ok(()) } else { Err(SendError::Invalid("the recipient is not one address")) }
}
