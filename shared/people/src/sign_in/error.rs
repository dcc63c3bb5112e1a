//! Why a sign-in could not be begun or finished.

use super::oidc::OidcError;
use parlour_settings::SecretError;
use parlour_storage::failure::Refused;
use parlour_values::id::UserId;

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
    #[error("the email belongs to the user {0}, whom this identity does not prove to be")]
    NotLinked(UserId),
    #[error("the user {0} is not active")]
    Inactive(UserId),
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
            Self::NotLinked(_) => "account_not_linked",
            Self::Inactive(_) => "signup_disabled",
            Self::Begin(SignInError::Provider(error)) => error.callback_code(),
            Self::Begin(_) => "internal_server_error",
        }
    }
}

impl CallbackError {
    /// Whether the person could not help it, nor the provider: nothing was refused.
    pub fn is_our_fault(&self) -> bool {
        matches!(self, Self::Begin(SignInError::NotConfigured(_) | SignInError::Secret(_)))
    }

    /// The user the sign-in would have been, where that is known.
    pub fn user(&self) -> Option<&UserId> {
        match self {
            Self::NotLinked(user) | Self::Inactive(user) => Some(user),
            Self::StateNotFound
            | Self::StateMismatch
            | Self::NoCode
            | Self::ProviderNotFound
            | Self::Declined(_)
            | Self::Begin(_) => None,
        }
    }
}

impl From<OidcError> for CallbackError {
    fn from(error: OidcError) -> Self {
        Self::Begin(error.into())
    }
}
