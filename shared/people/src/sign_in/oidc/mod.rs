//! The OpenID Connect client: builds the authorisation URL and turns the returned code into an identity.

mod http;
mod id_token;
mod identity;
mod keys;
mod pkce;
mod settings;
mod user_info;

use http::Http;
use id_token::Expected;
pub use id_token::TokenFault;
pub use identity::Identity;
use keys::Keys;
use parlour_values::time::Clock;
pub use pkce::{Challenge, Verifier};
use serde::Deserialize;
pub use settings::{ProviderSettings, ProviderSettingsError};
use tokio::sync::{Mutex, OnceCell};
use url::Url;
use user_info::UserInfo;

const SCOPE: &str = "openid email profile";

impl Identity {
    /// The email, or an error if there is none.
    pub fn require_email(&self) -> Result<&str, OidcError> {
        self.email.as_deref().ok_or(OidcError::EmailMissing)
    }
}

/// Why the identity could not be established. The texts are for the log; the browser only gets the callback code.
#[derive(Debug, thiserror::Error)]
pub enum OidcError {
    #[error("the provider's configuration could not be read: {0}")]
    Discovery(String),
    #[error("the provider refused the code: {0}")]
    CodeRefused(String),
    #[error("the provider's token endpoint did not respond: {0}")]
    TokenEndpoint(String),
    #[error("the provider's response has no id_token")]
    IdTokenMissing,
    #[error("the provider's keys could not be read: {0}")]
    Keys(String),
    #[error("the id_token was refused: {0}")]
    IdToken(#[from] TokenFault),
    #[error("the provider's user info could not be read: {0}")]
    UserInfo(String),
    #[error("the provider gave no email")]
    EmailMissing,
}

impl OidcError {
    /// The `error` of a failed callback in better-auth's terms: failures before the token is issued are about the code,
    /// later ones about the user information.
    pub fn callback_code(&self) -> &'static str {
        match self {
            Self::Discovery(_) | Self::CodeRefused(_) | Self::TokenEndpoint(_) => "invalid_code",
            Self::IdTokenMissing | Self::Keys(_) | Self::IdToken(_) | Self::UserInfo(_) => "unable_to_get_user_info",
            Self::EmailMissing => "email_not_found",
        }
    }
}

/// The per-request values of an authorisation request.
pub struct SignIn<'a> {
    pub state: &'a str,
    pub nonce: &'a str,
    pub challenge: &'a Challenge,
    pub redirect_uri: &'a str,
}

/// The returned code, with the stored values of its request.
pub struct Return<'a> {
    pub code: &'a str,
    pub nonce: &'a str,
    pub verifier: &'a Verifier,
    pub redirect_uri: &'a str,
}

/// An id_token that has not been verified yet.
#[derive(Clone)]
pub struct IdToken(String);

impl From<String> for IdToken {
    fn from(token: String) -> Self {
        Self(token)
    }
}

/// The provider's discovery document.
#[derive(Deserialize)]
struct Discovery {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    #[serde(default)]
    userinfo_endpoint: Option<String>,
}

/// The tokens a code is exchanged for.
pub struct ProviderTokens {
    pub id_token: IdToken,
    /// Opens the user info.
    access_token: Option<String>,
}

/// An identity provider. Its discovery document and keys are fetched on first use and cached.
pub struct Provider {
    settings: ProviderSettings,
    clock: Clock,
    http: Http,
    discovery: OnceCell<Discovery>,
    keys: Mutex<Option<Keys>>,
}

impl Provider {
    pub fn new(settings: ProviderSettings, clock: Clock) -> Result<Self, ProviderSettingsError> {
        let settings = settings.checked()?;
        let http = Http::new(settings.is_plain());
        Ok(Self { settings, clock, http, discovery: OnceCell::new(), keys: Mutex::new(None) })
    }

    pub fn issuer(&self) -> &str {
        &self.settings.issuer
    }

    /// The URL to send the browser to.
    pub async fn authorize_url(&self, sign_in: &SignIn<'_>) -> Result<Url, OidcError> {
        let endpoint = &self.discover().await?.authorization_endpoint;
        let mut url = Url::parse(endpoint).map_err(|error| OidcError::Discovery(error.to_string()))?;
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.settings.client_id)
            .append_pair("redirect_uri", sign_in.redirect_uri)
            .append_pair("scope", SCOPE)
            .append_pair("state", sign_in.state)
            .append_pair("nonce", sign_in.nonce)
            .append_pair("code_challenge", sign_in.challenge.as_str())
            .append_pair("code_challenge_method", "S256");
        Ok(url)
    }

    /// Redeems the code and verifies the token. Some providers tell the email only where they are asked for it.
    pub async fn identify(&self, returned: &Return<'_>) -> Result<Identity, OidcError> {
        let tokens = self.redeem(returned.code, returned.verifier, returned.redirect_uri).await?;
        let identity = self.verify(&tokens.id_token, returned.nonce).await?;
        let endpoint = self.discover().await?.userinfo_endpoint.as_deref();
        match (endpoint, tokens.access_token) {
            (Some(endpoint), Some(access_token)) if identity.email.is_none() => {
                let told = self.http.get_with_token(endpoint, &access_token).await;
                let told: UserInfo = told
                    .and_then(http::HttpAnswer::success)
                    .and_then(|told| told.json())
                    .map_err(OidcError::UserInfo)?;
                told.complete(identity).ok_or_else(|| OidcError::UserInfo("it is about another subject".to_owned()))
            }
            _ => Ok(identity),
        }
    }

    /// Exchanges a code for tokens; not retried, as a code is valid once.
    pub async fn redeem(
        &self,
        code: &str,
        verifier: &Verifier,
        redirect_uri: &str,
    ) -> Result<ProviderTokens, OidcError> {
        #[derive(Deserialize)]
        struct Granted {
            id_token: Option<String>,
            #[serde(default)]
            access_token: Option<String>,
        }
        #[derive(Deserialize)]
        struct TokenRefusal {
            error: String,
        }

        let endpoint = &self.discover().await?.token_endpoint;
        let form = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("grant_type", "authorization_code")
            .append_pair("code", code)
            .append_pair("code_verifier", verifier.as_str())
            .append_pair("redirect_uri", redirect_uri)
            .append_pair("client_id", &self.settings.client_id)
            .append_pair("client_secret", &self.settings.client_secret)
            .finish();
        let answer = self.http.post_form(endpoint, form).await.map_err(OidcError::TokenEndpoint)?;
        if answer.status.is_client_error() {
            let reason =
                answer.json::<TokenRefusal>().map_or_else(|_| answer.status.to_string(), |refusal| refusal.error);
            return Err(OidcError::CodeRefused(reason));
        }
        let granted: Granted = answer.success().and_then(|answer| answer.json()).map_err(OidcError::TokenEndpoint)?;
        let id_token = granted.id_token.map(IdToken).ok_or(OidcError::IdTokenMissing)?;
        Ok(ProviderTokens { id_token, access_token: granted.access_token })
    }

    /// Verifies that the token was signed by the provider, for us, for this sign-in, and recently.
    pub async fn verify(&self, token: &IdToken, nonce: &str) -> Result<Identity, OidcError> {
        let key = self.key(&id_token::key_id(&token.0)?).await?;
        let expected = Expected {
            issuer: &self.settings.issuer,
            client_id: &self.settings.client_id,
            nonce,
            now: self.clock.now(),
        };
        Ok(id_token::verify(&token.0, &key, &expected)?)
    }

    async fn discover(&self) -> Result<&Discovery, OidcError> {
        self.discovery.get_or_try_init(|| self.fetch_discovery()).await.map_err(OidcError::Discovery)
    }

    async fn fetch_discovery(&self) -> Result<Discovery, String> {
        let url = format!("{}/.well-known/openid-configuration", self.settings.issuer);
        let found: Discovery = self.http.get(&url).await?.success()?.json()?;
        if found.issuer.trim_end_matches('/') != self.settings.issuer {
            return Err(format!("its issuer is {}", found.issuer));
        }
        let endpoints = [&found.authorization_endpoint, &found.token_endpoint, &found.jwks_uri];
        for endpoint in endpoints.into_iter().chain(&found.userinfo_endpoint) {
            self.settings.check_url(endpoint).map_err(|error| error.to_string())?;
        }
        Ok(found)
    }

    /// The key with this id. If it is not cached, the keys are fetched again, as it may be new.
    async fn key(&self, id: &str) -> Result<jsonwebtoken::DecodingKey, OidcError> {
        let jwks_uri = &self.discover().await?.jwks_uri;
        let now = self.clock.now();
        let mut cached = self.keys.lock().await;
        if let Some(key) = cached.as_ref().filter(|keys| keys.fresh(now)).and_then(|keys| keys.find(id)) {
            return Ok(key);
        }
        let answer = self.http.get(jwks_uri).await.and_then(http::HttpAnswer::success).map_err(OidcError::Keys)?;
        let fetched = cached.insert(Keys::read(&answer, now).map_err(OidcError::Keys)?);
        Ok(fetched.find(id).ok_or(TokenFault::UnknownKey)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_failure_has_a_callback_code_of_better_auth() {
        let text = String::new;
        let codes = [
            (OidcError::Discovery(text()), "invalid_code"),
            (OidcError::CodeRefused(text()), "invalid_code"),
            (OidcError::TokenEndpoint(text()), "invalid_code"),
            (OidcError::IdTokenMissing, "unable_to_get_user_info"),
            (OidcError::Keys(text()), "unable_to_get_user_info"),
            (OidcError::IdToken(TokenFault::Expired), "unable_to_get_user_info"),
            (OidcError::UserInfo(text()), "unable_to_get_user_info"),
            (OidcError::EmailMissing, "email_not_found"),
        ];
        for (error, code) in codes {
            assert_eq!(error.callback_code(), code, "{error}");
        }
    }
}
