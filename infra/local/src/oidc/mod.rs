//! A local OpenID Connect provider: anybody can sign in with any email, over the same protocol as the real one.

mod authorize;
mod grants;
mod page;
mod signing;
mod token;

use std::collections::HashMap;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures::future::BoxFuture;
use grants::Grants;
use parlour_values::id::Random;
use parlour_values::time::Clock;
use serde_json::json;
pub use signing::{KeyError, SigningKey};

/// A person listed on the page.
#[derive(Clone, Debug)]
pub struct ListedPerson {
    pub email: String,
    pub name: String,
    pub role: String,
}

/// Reads the people when the page is shown or a name is needed.
pub type PeopleReader = Arc<dyn Fn() -> BoxFuture<'static, Vec<ListedPerson>> + Send + Sync>;

/// The provider's settings.
pub struct OidcServerSettings {
    /// The URL of the router, `http://localhost:3002/oidc`.
    pub issuer: String,
    pub client_id: String,
    pub client_secret: String,
    /// The apps' origins: codes are only sent to these.
    pub allowed_origins: Vec<String>,
}

#[derive(Clone)]
struct LocalProvider(Arc<ProviderState>);

struct ProviderState {
    settings: OidcServerSettings,
    people: PeopleReader,
    clock: Clock,
    random: Random,
    grants: Grants,
}

impl std::ops::Deref for LocalProvider {
    type Target = ProviderState;

    fn deref(&self) -> &ProviderState {
        &self.0
    }
}

/// The provider's routes, to be mounted at the issuer's path.
pub fn router(settings: OidcServerSettings, people: PeopleReader, clock: Clock, random: Random) -> Router {
    SigningKey::prepare();
    let grants = Grants::new(clock.clone());
    let provider = LocalProvider(Arc::new(ProviderState { settings, people, clock, random, grants }));
    Router::new()
        .route("/.well-known/openid-configuration", get(discovery))
        .route("/authorize", get(authorize::authorize))
        .route("/token", post(token::token))
        .route("/jwks", get(jwks))
        .with_state(provider)
}

async fn discovery(State(provider): State<LocalProvider>) -> Response {
    let issuer = &provider.settings.issuer;
    axum::Json(json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/jwks"),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "scopes_supported": ["openid", "email", "profile"],
        "token_endpoint_auth_methods_supported": ["client_secret_post"],
        "code_challenge_methods_supported": ["S256"],
        "claims_supported": ["iss", "sub", "aud", "exp", "iat", "nonce", "email", "email_verified", "name"],
    }))
    .into_response()
}

async fn jwks() -> Response {
    let Some(key) = SigningKey::of_this_process().await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let cache = [(header::CACHE_CONTROL, "public, max-age=3600")];
    (cache, axum::Json(json!({"keys": [key.public()]}))).into_response()
}

impl ProviderState {
    async fn name_of(&self, email: &str) -> String {
        let people = (self.people)().await;
        let known = people.into_iter().find(|person| person.email.eq_ignore_ascii_case(email));
        known.map_or_else(|| name_from(email), |person| person.name)
    }
}

/// `asha.rao@example.test` becomes Asha Rao.
fn name_from(email: &str) -> String {
    let local = email.split('@').next().unwrap_or_default();
    let words = local.split(['.', '_', '-', '+']).filter(|word| !word.is_empty()).map(|word| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The address in lower case, if it looks like one.
fn email_from(text: &str) -> Option<String> {
    let email = text.trim().to_lowercase();
    let (local, domain) = email.split_once('@')?;
    let plausible = !local.is_empty()
        && !domain.is_empty()
        && !domain.contains('@')
        && email.len() <= 254
        && !email.chars().any(|letter| letter.is_whitespace() || letter.is_control());
    plausible.then_some(email)
}

/// The fields of a query or a form; the last of repeated ones counts.
struct FormFields(HashMap<String, String>);

impl FormFields {
    fn parse(encoded: &[u8]) -> Self {
        Self(url::form_urlencoded::parse(encoded).into_owned().collect())
    }

    /// An empty field counts as absent.
    fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_derived_from_the_email() {
        assert_eq!(name_from("asha.rao@example.test"), "Asha Rao");
        assert_eq!(name_from("élodie_m+salon@example.test"), "Élodie M Salon");
        assert_eq!(name_from("@"), "");
    }

    #[test]
    fn an_email_has_two_sides_and_no_spaces() {
        assert_eq!(email_from(" Asha@Example.test ").as_deref(), Some("asha@example.test"));
        for text in ["", "asha", "@example.test", "asha@", "a b@example.test", "a@b@c", "a@b\r\nX: y"] {
            assert_eq!(email_from(text), None, "{text}");
        }
    }
}
