//! What signing in needs beside the table, made when it is first needed and kept: the provider, the secret that seals
//! the state.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use tokio::sync::OnceCell;

use super::SignInError;
use super::oidc::{Provider, ProviderSettings};
use crate::salon::Salon;

#[derive(Default)]
pub struct Door {
    provider: OnceCell<Provider>,
    secret: OnceCell<Vec<u8>>,
}

impl Salon {
    /// The identity provider. Settings that do not hold fail the sign-in, not the service.
    pub(super) async fn provider(&self) -> Result<&Provider, SignInError> {
        self.door()
            .provider
            .get_or_try_init(|| async {
                let settings = ProviderSettings {
                    issuer: self.settings.oidc_issuer.clone(),
                    client_id: self.settings.google_client_id.clone(),
                    client_secret: self.settings.google_client_secret.value().await?.unwrap_or_default(),
                    production: self.settings.production,
                };
                Provider::new(settings, self.clock.clone())
                    .map_err(|error| SignInError::NotConfigured(error.to_string()))
            })
            .await
    }

    /// A keyed hash only we can make. Without a configured secret, outside production, one lives as long as the process.
    pub(super) async fn seal(&self, text: &str) -> Result<Hmac<Sha256>, SignInError> {
        let secret = self
            .door()
            .secret
            .get_or_try_init(|| async {
                match self.settings.auth_secret.value().await? {
                    Some(secret) => Ok(secret.into_bytes()),
                    None if self.settings.production => {
                        Err(SignInError::NotConfigured("AUTH_SECRET is not set".to_owned()))
                    }
                    None => Ok(self.random.secret().to_vec()),
                }
            })
            .await?;
        let mut mac =
            Hmac::<Sha256>::new_from_slice(secret).map_err(|error| SignInError::NotConfigured(error.to_string()))?;
        mac.update(text.as_bytes());
        Ok(mac)
    }
}
