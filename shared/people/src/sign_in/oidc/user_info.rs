//! The provider's answer about a person at its userinfo endpoint.

use serde::Deserialize;

use super::identity::{Identity, bool_or_text, email, non_blank, picture};

#[derive(Deserialize)]
pub(super) struct UserInfo {
    sub: String,
    #[serde(default)]
    email: Option<String>,
    #[serde(default, deserialize_with = "bool_or_text")]
    email_verified: bool,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    picture: Option<String>,
}

impl UserInfo {
    /// The identity with what it lacked; none if this is about anybody else (OpenID Connect Core, 5.3.2).
    pub fn complete(self, identity: Identity) -> Option<Identity> {
        (self.sub == identity.subject).then(|| Identity {
            email: email(self.email),
            email_verified: self.email_verified,
            name: identity.name.or_else(|| non_blank(self.name)),
            picture: identity.picture.or_else(|| picture(self.picture)),
            ..identity
        })
    }
}
