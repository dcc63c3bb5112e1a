//! Error responses of signing in.

use super::{Code, Refusal};
use parlour_people::sign_in::SignInError;

impl From<SignInError> for Refusal {
    fn from(error: SignInError) -> Self {
        match error {
            SignInError::UnknownProvider => Self::new(Code::ProviderNotFound, "Provider not found"),
            SignInError::ForeignCallback(field) => {
                Self::new(Code::InvalidCallbackUrl, format!("{field} must be a path or lead to this app"))
            }
            SignInError::NotConfigured(reason) => {
                tracing::error!(%reason, "sign-in is not configured");
                Self::new(Code::ServiceUnavailable, "Signing in is not possible at the moment.")
            }
            SignInError::Provider(error) => {
                tracing::error!(%error, "the identity provider did not answer");
                Self::new(Code::UpstreamError, "The identity provider did not answer. Please try again.")
            }
            SignInError::Secret(error) => error.into(),
        }
    }
}
