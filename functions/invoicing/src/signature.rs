//! The signature of a request: `t=<unix seconds>,v1=<hex HMAC-SHA256(secret, "t.body")>`, good for five minutes.

use hmac::{Hmac, KeyInit, Mac};
use parlour::time::Instant;
use sha2::Sha256;

pub const SIGNATURE_HEADER: &str = "x-signature";
const VALID_SECONDS: u64 = 5 * 60;

#[derive(Debug, thiserror::Error)]
#[error("the signature does not fit")]
pub struct BadSignature;

pub fn verify(secret: &str, header: &str, body: &[u8], now: Instant) -> Result<(), BadSignature> {
    let (time, signature) = header.strip_prefix("t=").and_then(|rest| rest.split_once(",v1=")).ok_or(BadSignature)?;
    let signed_at: i64 = time.parse().map_err(|_| BadSignature)?;
    if secret.is_empty() || now.seconds().abs_diff(signed_at) > VALID_SECONDS {
        return Err(BadSignature);
    }
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).map_err(|_| BadSignature)?;
    mac.update(time.as_bytes());
    mac.update(b".");
    mac.update(body);
    mac.verify_slice(&hex::decode(signature).map_err(|_| BadSignature)?).map_err(|_| BadSignature)
}

#[cfg(test)]
pub fn sign(secret: &str, body: &[u8], now: Instant) -> Result<String, BadSignature> {
    let time = now.seconds();
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).map_err(|_| BadSignature)?;
    mac.update(format!("{time}.").as_bytes());
    mac.update(body);
    Ok(format!("t={time},v1={}", hex::encode(mac.finalize().into_bytes())))
}
