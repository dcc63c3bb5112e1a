//! The end of a feed's address: what it shows, of whom, and a secret that nobody can guess.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};

use super::record::FeedOf;
use parlour_values::id::UserId;

/// 256 bits in base64url.
const SECRET_LENGTH: usize = 43;
const LONGEST_USER: usize = 64;
/// The ending that calendars look for.
const ENDING: &str = "ics";

#[derive(Clone, PartialEq, Eq)]
pub(super) struct FeedToken {
    pub of: FeedOf,
    pub user: UserId,
    secret: String,
}

/// Without the secret, so that it never ends up in a log.
impl std::fmt::Debug for FeedToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FeedToken({} of {})", self.of, self.user)
    }
}

impl Default for FeedToken {
    /// Opens nothing. It is looked up in the place of what is no token at all, so that nobody can tell the two apart.
    fn default() -> Self {
        Self { of: FeedOf::Visits, user: UserId::from("nobody"), secret: String::new() }
    }
}

impl FeedToken {
    pub fn new(of: FeedOf, user: UserId, secret: [u8; 32]) -> Self {
        Self { of, user, secret: URL_SAFE_NO_PAD.encode(secret) }
    }

    /// `visits.USER.SECRET.ics`; `None` if we did not issue it.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let (of, user, secret) = (parts.next()?.parse().ok()?, parts.next()?, parts.next()?);
        let is_plain =
            |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        let is_ours = (1..=LONGEST_USER).contains(&user.len())
            && secret.len() == SECRET_LENGTH
            && is_plain(user)
            && is_plain(secret)
            && parts.eq([ENDING]);
        is_ours.then(|| Self { of, user: user.into(), secret: secret.to_owned() })
    }

    pub fn text(&self) -> String {
        format!("{}.{}.{}.{ENDING}", self.of, self.user, self.secret)
    }

    /// The hash that the table knows, with which nobody can read anything.
    pub fn hash(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(self.secret.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_back_and_shows_neither_its_secret_nor_its_hash() {
        for of in FeedOf::ALL {
            let token = FeedToken::new(*of, "0198c2f0a1b27c3d8e4f5a6b7c8d9e0f".into(), [7; 32]);
            let text = token.text();
            assert_eq!(FeedToken::parse(&text).as_ref(), Some(&token));
            assert!(text.ends_with(".ics") && !text.contains(&token.hash()));
            assert!(!format!("{token:?}").contains(&token.secret));
        }
    }

    #[test]
    fn whatever_else_is_no_token() {
        let text = FeedToken::new(FeedOf::Work, "u1".into(), [7; 32]).text();
        let cut = text.trim_end_matches(".ics");
        for wrong in ["", "visits", "visits..x.ics", cut, &format!("{text}x"), &format!("{text}.ics"), &text[1..]] {
            assert_eq!(FeedToken::parse(wrong), None, "{wrong}");
        }
        assert_eq!(FeedToken::parse(&text.replace("work.u1", "work.u#1")), None);
        assert_eq!(FeedToken::parse(&text.replace(".Bw", ".B")), None);
    }
}
