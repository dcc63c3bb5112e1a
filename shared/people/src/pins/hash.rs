//! The hash kept of a PIN: slow, with a salt of its own.

use std::num::NonZeroU32;

use aws_lc_rs::pbkdf2::{self, PBKDF2_HMAC_SHA256};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use serde::{Deserialize, Serialize};

use super::Pin;

/// As OWASP's password storage sheet asks of PBKDF2 with SHA-256.
const ITERATIONS: NonZeroU32 = NonZeroU32::new(600_000).unwrap();
const NAME: &str = "pbkdf2-sha256";
const SALT_LENGTH: usize = 16;
const HASH_LENGTH: usize = 32;

/// `pbkdf2-sha256$ITERATIONS$SALT$HASH`: it says how it was made, so that later ones can be made otherwise.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PinHash(String);

/// Without the hash: six digits can be guessed from it.
impl std::fmt::Debug for PinHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PinHash")
    }
}

impl PinHash {
    /// Slow by design: not for threads that serve others.
    pub fn of(pin: &Pin, random: [u8; 32]) -> Self {
        let salt = random.get(..SALT_LENGTH).unwrap_or_default();
        let mut hash = [0; HASH_LENGTH];
        pbkdf2::derive(PBKDF2_HMAC_SHA256, ITERATIONS, salt, pin.as_bytes(), &mut hash);
        Self(format!("{NAME}${ITERATIONS}${}${}", STANDARD_NO_PAD.encode(salt), STANDARD_NO_PAD.encode(hash)))
    }

    /// Takes as long as any other and is nobody's: what is tried where there is no PIN.
    pub(super) fn of_nobody() -> Self {
        let (salt, hash) = ([0; SALT_LENGTH], [0; HASH_LENGTH]);
        Self(format!("{NAME}${ITERATIONS}${}${}", STANDARD_NO_PAD.encode(salt), STANDARD_NO_PAD.encode(hash)))
    }

    /// As slow as making one.
    pub fn matches(&self, pin: &Pin) -> bool {
        let Some((iterations, salt, hash)) = self.parts() else { return false };
        pbkdf2::verify(PBKDF2_HMAC_SHA256, iterations, &salt, pin.as_bytes(), &hash).is_ok()
    }

    fn parts(&self) -> Option<(NonZeroU32, Vec<u8>, Vec<u8>)> {
        let mut parts = self.0.split('$');
        let (name, iterations) = (parts.next()?, parts.next()?.parse().ok()?);
        let (salt, hash) = (STANDARD_NO_PAD.decode(parts.next()?).ok()?, STANDARD_NO_PAD.decode(parts.next()?).ok()?);
        (name == NAME && parts.next().is_none()).then_some((iterations, salt, hash))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pin(text: &str) -> Pin {
        text.parse().unwrap()
    }

    #[test]
    fn only_its_own_pin_matches_and_the_same_pin_is_hashed_differently_each_time() {
        let hash = PinHash::of(&pin("480217"), [7; 32]);
        assert!(hash.matches(&pin("480217")));
        assert!(!hash.matches(&pin("480218")));
        assert_ne!(hash, PinHash::of(&pin("480217"), [8; 32]));
        assert!(hash.0.starts_with("pbkdf2-sha256$600000$BwcHBwcHBwcHBwcHBwcHBw$") && !hash.0.contains("480217"));
        assert_eq!(format!("{hash:?}"), "PinHash");
    }

    #[test]
    fn nothing_matches_nobody_or_a_hash_that_cannot_be_read() {
        assert!(!PinHash::of_nobody().matches(&pin("000000")));
        for broken in ["", "pbkdf2-sha256$0$AA$AA", "pbkdf2-sha256$1$AA", "other$1$AA$AA", "pbkdf2-sha256$1$AA$AA$"] {
            assert!(!PinHash(broken.to_owned()).matches(&pin("000000")), "{broken}");
        }
    }
}
