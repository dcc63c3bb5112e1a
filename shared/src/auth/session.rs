//! A sign-in that lasts: the cookie carries the user's id and a secret, the table only the secret's hash.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::user::User;
use crate::id::{SessionId, UserId};
use crate::settings::App;
use crate::table::{Key, Places, Record, keys};
use crate::time::Instant;

pub const LIFETIME: TimeDelta = TimeDelta::days(7);
/// A session in use is extended when this much of its life is gone.
const EXTEND_AFTER: TimeDelta = TimeDelta::days(1);

/// What a cookie says: whose session, and the secret that proves it.
#[derive(Clone, PartialEq, Eq)]
pub struct Credential {
    pub user: UserId,
    secret: String,
}

/// Never the secret: it would end up in a log.
impl std::fmt::Debug for Credential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Credential({})", self.user)
    }
}

impl Credential {
    pub fn new(user: UserId, secret: [u8; 32]) -> Self {
        Self { user, secret: URL_SAFE_NO_PAD.encode(secret) }
    }

    /// Reads a cookie's value; anything that is not of our making is nobody.
    pub fn parse(cookie: &str) -> Option<Self> {
        let (user, secret) = cookie.split_once('.')?;
        let token = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        let plausible = !user.is_empty() && user.len() <= 64 && secret.len() == 43 && token(user) && token(secret);
        plausible.then(|| Self { user: user.into(), secret: secret.to_owned() })
    }

    pub fn cookie_value(&self) -> String {
        format!("{}.{}", self.user, self.secret)
    }

    /// The session's name in the table: the secret's hash, which is no way in.
    pub fn session_id(&self) -> SessionId {
        SessionId::from(URL_SAFE_NO_PAD.encode(Sha256::digest(self.secret.as_bytes())))
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    pub id: SessionId,
    pub user_id: UserId,
    pub app: App,
    /// The provider that vouched for the person; a session of another issuer is not honoured.
    pub issuer: String,
    pub created_at: Instant,
    pub updated_at: Instant,
    pub expires_at: Instant,
    pub ip_address: Option<String>,
    pub user_agent: Option<String>,
    /// Set when it outlived an ending of sessions: counts as begun then.
    #[serde(default)]
    pub kept_at: Option<Instant>,
}

impl Session {
    /// Whether it lets this user into this app now.
    pub fn admits(&self, user: &User, app: App, issuer: &str, now: Instant) -> bool {
        user.is_active
            && self.user_id == user.id
            && self.app == app
            && self.issuer == issuer
            && now < self.expires_at
            && user.sessions_valid_from.is_none_or(|from| self.kept_at.unwrap_or(self.created_at) >= from)
    }

    /// The session as it goes on, when a day of its life has passed.
    pub fn extended(&self, now: Instant) -> Option<Self> {
        let due = self.expires_at.minus(LIFETIME).plus(EXTEND_AFTER);
        (now >= due).then(|| Self { updated_at: now, expires_at: now.plus(LIFETIME), ..self.clone() })
    }
}

impl Record for Session {
    const KIND: &'static str = "session";

    fn key(&self) -> Key {
        keys::session(&self.user_id, &self.id)
    }

    fn places(&self) -> Places {
        Places {
            g3: Some(keys::session_due(self.expires_at, &self.id)),
            ttl: Some(self.expires_at.plus(TimeDelta::days(30))),
            ..Places::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_names_its_user_and_the_table_never_sees_the_secret() {
        let credential = Credential::new("u1".into(), [7; 32]);
        let read = Credential::parse(&credential.cookie_value()).unwrap();
        assert_eq!(read.session_id(), credential.session_id());
        assert!(!credential.cookie_value().contains(credential.session_id().as_str()));
    }

    #[test]
    fn cookies_of_another_make_are_nobody() {
        for bad in [
            "",
            ".",
            "u1",
            "u1.short",
            "u 1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "u#1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        ] {
            assert!(Credential::parse(bad).is_none(), "{bad}");
        }
    }
}
