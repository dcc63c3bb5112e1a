//! The credential of a request: a session's cookie, or a program's token.

use http::{HeaderMap, HeaderValue, header};

use super::cookies::{read_cookie, session_cookie_name};
use super::errors::{Code, Refusal};
use parlour_people::auth::{Credential, Sessions, SignedIn, TokenSecret, User};
use parlour_people::tokens::{Bearer, Tokens};
use parlour_settings::{App, Settings};
use parlour_storage::salon::Salon;
use parlour_storage::table::{Found, Key, TableError};
use parlour_values::role::Role;

pub(super) enum PresentedCredential {
    /// Nothing that we issued.
    Nothing,
    Session(Credential),
    Token(TokenSecret),
}

/// The session or token that was found by the credential.
pub(super) enum SessionOrToken {
    Session(Box<SignedIn>),
    Token(Box<Bearer>),
}

impl PresentedCredential {
    /// On the admin app a token decides, whatever cookie came along; the customer app knows none.
    pub fn by(headers: &HeaderMap, settings: &Settings, app: App) -> Self {
        match token_for(app, headers) {
            Some(token) => TokenSecret::parse(token).map_or(Self::Nothing, Self::Token),
            None => read_cookie(headers, session_cookie_name(settings, app))
                .and_then(Credential::parse)
                .map_or(Self::Nothing, Self::Session),
        }
    }

    /// The credential's keys in the table.
    pub fn keys(&self, salon: &Salon) -> Vec<Key> {
        match self {
            Self::Nothing => Vec::new(),
            Self::Session(credential) => credential.keys().to_vec(),
            Self::Token(secret) => Tokens::of(salon).keys(secret),
        }
    }

    /// The mark that tells it from every other, and is no secret.
    pub fn mark(&self) -> Option<String> {
        match self {
            Self::Nothing => None,
            Self::Session(credential) => Some(format!("{} {}", credential.user, credential.session_id())),
            Self::Token(secret) => Some(secret.hash()),
        }
    }

    /// The owner of a request's `Idempotency-Key`, before anything was read.
    pub fn owner(&self) -> Option<String> {
        match self {
            Self::Nothing => None,
            Self::Session(credential) => Some(credential.user.to_string()),
            Self::Token(secret) => Some(format!("token {}", secret.hash())),
        }
    }

    /// Finds its session or token among items that were read already.
    pub async fn admitted(
        self,
        salon: &Salon,
        found: &mut Found,
        app: App,
    ) -> Result<Option<SessionOrToken>, TableError> {
        Ok(match self {
            Self::Nothing => None,
            Self::Session(credential) => {
                Sessions::of(salon).among(found, app, credential)?.map(|found| SessionOrToken::Session(Box::new(found)))
            }
            Self::Token(secret) => {
                Tokens::of(salon).among(found, secret).await?.map(|bearer| SessionOrToken::Token(Box::new(bearer)))
            }
        })
    }
}

impl SessionOrToken {
    /// A program, or somebody of the team.
    pub fn works_here(&self) -> bool {
        match self {
            Self::Session(found) => found.user.role.satisfies(Role::Staff),
            Self::Token(_) => true,
        }
    }

    pub fn user(&self) -> User {
        match self {
            Self::Session(found) => found.user.record.clone(),
            Self::Token(bearer) => bearer.token.acting_user(),
        }
    }
}

/// The refusal if nothing that the caller showed admits them.
pub(super) fn unauthenticated(headers: &HeaderMap, app: App) -> Refusal {
    match token_for(app, headers) {
        Some(_) => Refusal::new(Code::Unauthenticated, "This token is unknown, expired or revoked."),
        None => Refusal::unauthenticated(),
    }
}

/// Says that a token is wanted, as clients look for it (RFC 6750).
pub(super) fn challenged(mut refusal: Refusal) -> Refusal {
    let challenge = HeaderValue::from_static("Bearer realm=\"parlour\", scope=\"read\"");
    refusal.headers.insert(header::WWW_AUTHENTICATE, challenge);
    refusal
}

fn token_for(app: App, headers: &HeaderMap) -> Option<&str> {
    bearer(headers).filter(|_| app == App::Admin)
}

/// The token of an `Authorization: Bearer` header.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().unwrap_or_default().trim();
    let (scheme, token) = value.split_once(' ').unwrap_or((value, ""));
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn bearer_of(value: &[u8]) -> Option<String> {
        let headers = HeaderMap::from_iter([(header::AUTHORIZATION, HeaderValue::from_bytes(value).unwrap())]);
        bearer(&headers).map(str::to_owned)
    }

    #[test]
    fn the_scheme_is_told_apart_by_its_name_alone() {
        for (value, expected) in [
            ("Bearer abc", Some("abc")),
            ("bearer  abc ", Some("abc")),
            ("BEARER", Some("")),
            ("Basic abc", None),
            ("Bearerabc", None),
            ("", None),
        ] {
            assert_eq!(bearer_of(value.as_bytes()).as_deref(), expected, "{value:?}");
        }
        assert_eq!(bearer_of(b"\xff"), None);
        assert_eq!(bearer(&HeaderMap::new()), None);
    }
}
