//! The provider's RSA key, generated at each start, which signs id_tokens.

use std::sync::LazyLock;

use aws_lc_rs::encoding::AsDer;
use aws_lc_rs::rsa::{KeyPair, KeySize};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jsonwebtoken::jwk::{Jwk, PublicKeyUse, ThumbprintHash};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde::Serialize;

/// One key per process, generated in the background: it takes a fraction of a second, too long for every start or test.
static OF_THIS_PROCESS: LazyLock<Result<SigningKey, KeyError>> = LazyLock::new(SigningKey::generate);

#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    #[error("could not generate an RSA key")]
    Generation,
    #[error(transparent)]
    Token(#[from] jsonwebtoken::errors::Error),
}

impl From<aws_lc_rs::error::Unspecified> for KeyError {
    fn from(_: aws_lc_rs::error::Unspecified) -> Self {
        Self::Generation
    }
}

#[derive(Clone)]
pub struct SigningKey {
    private: EncodingKey,
    public: Jwk,
    id: String,
}

impl SigningKey {
    /// Starts generating the key.
    pub(super) fn prepare() {
        std::thread::spawn(|| LazyLock::force(&OF_THIS_PROCESS));
    }

    /// The process's key, once it is generated.
    pub(super) async fn of_this_process() -> Option<&'static Self> {
        tokio::task::spawn_blocking(|| OF_THIS_PROCESS.as_ref().ok()).await.ok().flatten()
    }

    pub fn generate() -> Result<Self, KeyError> {
        let pkcs8 = KeyPair::generate(KeySize::Rsa2048)?.as_der()?;
        let text = STANDARD.encode(pkcs8.as_ref());
        let pem = format!("-----BEGIN PRIVATE KEY-----\n{text}\n-----END PRIVATE KEY-----\n");
        let private = EncodingKey::from_rsa_pem(pem.as_bytes())?;
        let public = Jwk::from_encoding_key(&private, Algorithm::RS256)?;
        let id = public.thumbprint(ThumbprintHash::SHA256)?;
        Ok(Self { private, public, id: String::new() }.named(&id))
    }

    /// The same key under another id.
    #[must_use]
    pub fn named(mut self, id: &str) -> Self {
        self.id = id.to_owned();
        self.public.common.key_id = Some(self.id.clone());
        self.public.common.public_key_use = Some(PublicKeyUse::Signature);
        self
    }

    pub fn public(&self) -> &Jwk {
        &self.public
    }

    pub fn sign(&self, claims: &impl Serialize) -> Result<String, KeyError> {
        let header = Header { kid: Some(self.id.clone()), ..Header::new(Algorithm::RS256) };
        Ok(encode(&header, claims, &self.private)?)
    }
}
