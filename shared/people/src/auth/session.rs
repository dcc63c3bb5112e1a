//! A session: the cookie carries the user's id and a secret, the table only the secret's hash.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::user::User;
use parlour_settings::App;
use parlour_storage::table::{Key, Places, Record, keys};
use parlour_values::id::{SessionId, UserId};
use parlour_values::time::Instant;

/// How long a session lasts without use.
pub(super) const LIFETIME: TimeDelta = TimeDelta::days(7);
/// How long it lasts after the sign-in, however much it is used.
const LONGEST: TimeDelta = TimeDelta::days(30);
/// A session is extended on use once it is this old.
const EXTEND_AFTER: TimeDelta = TimeDelta::days(1);

/// The content of a session cookie: the user and the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Credential {
    pub user: UserId,
    secret: String,
}

/// Without the secret, so that it never ends up in a log.
impl std::fmt::Debug for Credential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Credential({})", self.user)
    }
}

impl Credential {
    pub fn new(user: UserId, secret: [u8; 32]) -> Self {
        Self { user, secret: URL_SAFE_NO_PAD.encode(secret) }
    }

    /// Parses a cookie's value; `None` if we did not issue it.
    pub fn parse(cookie: &str) -> Option<Self> {
        let (user, secret) = cookie.split_once('.')?;
        let token = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        let plausible = !user.is_empty() && user.len() <= 64 && secret.len() == 43 && token(user) && token(secret);
        plausible.then(|| Self { user: user.into(), secret: secret.to_owned() })
    }

    pub fn cookie_value(&self) -> String {
        format!("{}.{}", self.user, self.secret)
    }

    /// The keys of its session and its user.
    pub fn keys(&self) -> [Key; 2] {
        [keys::session(&self.user, &self.session_id()), keys::user(&self.user)]
    }

    /// The session's id in the table: the secret's hash, with which nobody can sign in.
    pub fn session_id(&self) -> SessionId {
        SessionId::from(URL_SAFE_NO_PAD.encode(Sha256::digest(self.secret.as_bytes())))
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    pub id: SessionId,
    pub user_id: UserId,
    pub app: App,
    /// The provider that identified the person; a session of another issuer is not valid.
    pub issuer: String,
    pub created_at: Instant,
    pub updated_at: Instant,
    pub expires_at: Instant,
    pub ip_address: Option<String>,
    pub user_agent: Option<String>,
    /// Set if the session survived ending the user's other sessions: it counts as begun then.
    #[serde(default)]
    pub kept_at: Option<Instant>,
}

impl Session {
    /// Whether the session is valid for this user and app now.
    pub fn admits(&self, user: &User, app: App, issuer: &str, now: Instant) -> bool {
        user.is_active
            && self.user_id == user.id
            && self.app == app
            && self.issuer == issuer
            && now < self.ends_at()
            && user.sessions_valid_from.is_none_or(|from| self.kept_at.unwrap_or(self.created_at) >= from)
    }

    fn latest_end(&self) -> Instant {
        self.created_at.plus(LONGEST)
    }

    /// When it ends unless it is used again.
    pub fn ends_at(&self) -> Instant {
        self.expires_at.min(self.latest_end())
    }

    /// How long it lasts from now on, for its cookie.
    pub fn remaining(&self, now: Instant) -> TimeDelta {
        self.ends_at().since(now)
    }

    /// The extended session, if at least a day has passed since it was last extended and it can end later than it does.
    pub fn extended(&self, now: Instant) -> Option<Self> {
        let due = self.expires_at.minus(LIFETIME).plus(EXTEND_AFTER);
        let expires_at = now.plus(LIFETIME).min(self.latest_end());
        (now >= due && expires_at > self.expires_at).then(|| Self { updated_at: now, expires_at, ..self.clone() })
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
    fn a_cookie_is_read_back_and_does_not_contain_the_session_id() {
        let credential = Credential::new("u1".into(), [7; 32]);
        let read = Credential::parse(&credential.cookie_value()).unwrap();
        assert_eq!(read.session_id(), credential.session_id());
        assert!(!credential.cookie_value().contains(credential.session_id().as_str()));
    }

    #[test]
    fn a_session_in_daily_use_ends_thirty_days_after_the_sign_in() {
        let begun: Instant = "2026-11-16T04:30:00Z".parse().unwrap();
        let on_day = |day: i64| begun.plus(TimeDelta::days(day));
        let mut session = Session {
            id: "s1".into(),
            user_id: "u1".into(),
            app: App::Customer,
            issuer: "i".to_owned(),
            created_at: begun,
            updated_at: begun,
            expires_at: on_day(7),
            ip_address: None,
            user_agent: None,
            kept_at: None,
        };
        for day in 1..30 {
            let extended = session.extended(on_day(day));
            assert_eq!(extended.is_some(), day <= 23, "day {day}");
            session = extended.unwrap_or(session);
            assert_eq!(session.ends_at(), on_day((day + 7).min(30)), "day {day}");
            assert_eq!(session.remaining(on_day(day)), TimeDelta::days((30 - day).min(7)), "day {day}");
        }
        let endless = Session { expires_at: on_day(90), ..session };
        assert_eq!(endless.ends_at(), on_day(30), "one that was extended without that limit");
    }

    #[test]
    fn malformed_cookies_are_refused() {
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
