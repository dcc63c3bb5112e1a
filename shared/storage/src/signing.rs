//! Our signatures: of links in mails and messages, and of the cookie of a sign-in. One secret signs all of it, each
//! over a text that begins with what it is for, so that nothing signed for one purpose is of use for another.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use tokio::sync::OnceCell;

use crate::salon::Salon;
use parlour_settings::SecretError;

/// Cached for the life of the process, where no secret is configured; a dry run signs with the same one.
#[derive(Default)]
struct SpareSecret(OnceCell<[u8; 32]>);

impl Salon {
    /// Our signature over a text; none in production without a secret to sign with. Elsewhere a random secret does, until the
    /// process ends.
    pub async fn signature(&self, text: &str) -> Result<Option<Hmac<Sha256>>, SecretError> {
        let secret = match self.settings.auth_secret.value().await? {
            Some(secret) => secret.into_bytes(),
            None if self.settings.production => return Ok(None),
            None => {
                let spare = self.kept::<SpareSecret>();
                spare.0.get_or_init(|| async { self.random.secret() }).await.to_vec()
            }
        };
        // A key of any length is taken.
        Ok(Hmac::<Sha256>::new_from_slice(&secret).ok().map(|mac| mac.chain_update(text.as_bytes())))
    }
}
