//! Why a sign-in could not be begun or finished.

use super::oidc::OidcError;
use crate::failure::Refused;
use crate::settings::SecretError;

/// Why a sign-in could not be begun.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    #[error("no such provider")]
    UnknownProvider,
    #[error("{0} is not a URL of this app")]
    ForeignCallback(&'static str),
    #[error("sign-in is not configured: {0}")]
    NotConfigured(String),
    #[error(transparent)]
    Provider(#[from] OidcError),
    #[error(transparent)]
    Secret(#[from] SecretError),
}

impl Refused for SignInError {}

/// Why a sign-in that came back from the provider is refused.
#[derive(Debug, thiserror::Error)]
pub enum CallbackError {
    #[error("the callback has no state")]
    StateNotFound,
    #[error("the state is not this browser's, or was used before")]
    StateMismatch,
    #[error("the callback has no code")]
    NoCode,
    #[error("no such provider")]
    ProviderNotFound,
    #[error("the provider returned the error {0}")]
    Declined(String),
    #[error("the email belongs to a user, but the provider has not verified it")]
    NotLinked,
    #[error("the user is not active")]
    Inactive,
    #[error(transparent)]
    Begin(#[from] SignInError),
}

impl Refused for CallbackError {}

impl CallbackError {
    pub fn code(&self) -> &str {
        match self {
            Self::StateNotFound => "state_not_found",
            Self::StateMismatch => "state_mismatch",
            Self::NoCode => "no_code",
            Self::ProviderNotFound => "oauth_provider_not_found",
            Self::Declined(code) => code,
            Self::NotLinked => "account_not_linked",
            Self::Inactive => "signup_disabled",
            Self::Begin(SignInError::Provider(error)) => error.callback_code(),
            Self::Begin(_) => "internal_server_error",
        }
    }
}

impl From<OidcError> for CallbackError {
    fn from(error: OidcError) -> Self {
        Self::Begin(error.into())
    }
}
