//! Cached for the life of the process: the identity provider, and the secret that signs the state cookie.

use std::sync::Arc;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use tokio::sync::OnceCell;

use super::error::SignInError;
use super::oidc::{Provider, ProviderSettings};
use parlour_storage::salon::Salon;

#[derive(Default)]
struct SignInCache {
    provider: OnceCell<Arc<Provider>>,
    secret: OnceCell<Vec<u8>>,
}

/// The identity provider. Invalid settings fail the sign-in, not the whole service.
pub(super) async fn provider(salon: &Salon) -> Result<Arc<Provider>, SignInError> {
    let cache = salon.remembered::<SignInCache>();
    let provider = cache.provider.get_or_try_init(|| async {
        let settings = ProviderSettings {
            issuer: salon.settings.oidc_issuer.clone(),
            client_id: salon.settings.google_client_id.clone(),
            client_secret: salon.settings.google_client_secret.value().await?.unwrap_or_default(),
            production: salon.settings.production,
        };
        match Provider::new(settings, salon.clock.clone()) {
            Ok(provider) => Ok(Arc::new(provider)),
            Err(error) => Err(SignInError::NotConfigured(error.to_string())),
        }
    });
    provider.await.cloned()
}

/// An HMAC with our secret. Without a configured secret, outside production, a random one is used until the process
/// ends.
pub(super) async fn sign_in_mac(salon: &Salon, text: &str) -> Result<Hmac<Sha256>, SignInError> {
    let cache = salon.remembered::<SignInCache>();
    let secret = cache.secret.get_or_try_init(|| async {
        match salon.settings.auth_secret.value().await? {
            Some(secret) => Ok(secret.into_bytes()),
            None if salon.settings.production => Err(SignInError::NotConfigured("AUTH_SECRET is not set".to_owned())),
            None => Ok(salon.random.secret().to_vec()),
        }
    });
    let mut mac =
        Hmac::<Sha256>::new_from_slice(secret.await?).map_err(|error| SignInError::NotConfigured(error.to_string()))?;
    mac.update(text.as_bytes());
    Ok(mac)
}
