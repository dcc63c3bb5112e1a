//! Proof Key for Code Exchange (RFC 7636), S256: a stolen code is useless without the verifier stored here.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use parlour_values::id::Random;

/// The secret, stored with the state until the code is redeemed.
#[derive(Clone, PartialEq, Eq)]
pub struct Verifier(String);

/// The hash of the secret, sent in the authorisation request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Challenge(String);

impl Verifier {
    pub fn new(random: &Random) -> Self {
        Self(URL_SAFE_NO_PAD.encode(random.secret()))
    }

    pub fn challenge(&self) -> Challenge {
        Challenge(URL_SAFE_NO_PAD.encode(Sha256::digest(self.0.as_bytes())))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for Verifier {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl Challenge {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_values::time::Clock;

    #[test]
    fn the_challenge_of_the_rfc() {
        let verifier = Verifier::from("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".to_owned());
        assert_eq!(verifier.challenge().as_str(), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }

    #[test]
    fn a_new_verifier_is_43_characters_and_never_the_same() {
        let random = Random::seeded(Clock::fixed("2026-11-16T04:30:00Z".parse().unwrap()), 7);
        let (one, two) = (Verifier::new(&random), Verifier::new(&random));
        assert_eq!(one.as_str().len(), 43);
        assert!(one != two);
    }
}
