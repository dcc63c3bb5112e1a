//! Cached for the life of the process: the identity provider. What we sign is signed with the secret of [`Salon::signature`].

use std::sync::Arc;

use hmac::Hmac;
use sha2::Sha256;
use tokio::sync::OnceCell;

use super::error::SignInError;
use super::oidc::{Provider, ProviderSettings};
use parlour_storage::salon::Salon;

#[derive(Default)]
struct SignInCache {
    provider: OnceCell<Arc<Provider>>,
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

/// Our signature over a text.
pub(super) async fn sign_in_mac(salon: &Salon, text: &str) -> Result<Hmac<Sha256>, SignInError> {
    let mac = salon.signature(text).await?;
    mac.ok_or_else(|| SignInError::NotConfigured("AUTH_SECRET is not set".to_owned()))
}
