//! Verification of an id_token. The current time is passed in.

use jsonwebtoken::{Algorithm, DecodingKey, Validation, decode, decode_header};
use serde::Deserialize;

use super::identity::{Identity, bool_or_text, email, non_blank, picture};
use parlour_values::time::Instant;

/// Tolerated clock skew, in seconds.
const SKEW: f64 = 60.0;
/// Older tokens are refused, in seconds.
const MAX_AGE: f64 = 3600.0;

const GOOGLE: &str = "https://accounts.google.com";
/// Google omits the scheme in some tokens.
const GOOGLE_WITHOUT_SCHEME: &str = "accounts.google.com";

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TokenFault {
    #[error("it is not a well-formed token")]
    Malformed,
    #[error("it is not signed with RS256 by a named key")]
    WrongAlgorithm,
    #[error("its key is unknown")]
    UnknownKey,
    #[error("its signature does not match")]
    BadSignature,
    #[error("it has another issuer")]
    WrongIssuer,
    #[error("it has another audience")]
    WrongAudience,
    #[error("it has expired")]
    Expired,
    #[error("it was issued too long ago")]
    TooOld,
    #[error("it is not valid yet")]
    NotYetValid,
    #[error("it has another nonce")]
    WrongNonce,
    #[error("it has no subject")]
    NoSubject,
}

pub(super) struct Expected<'a> {
    pub issuer: &'a str,
    pub client_id: &'a str,
    pub nonce: &'a str,
    pub now: Instant,
}

/// Times are NumericDates: seconds, possibly with a fraction.
#[derive(Deserialize)]
struct IdTokenClaims {
    iss: String,
    sub: String,
    aud: Audience,
    azp: Option<String>,
    exp: f64,
    iat: f64,
    nbf: Option<f64>,
    nonce: Option<String>,
    email: Option<String>,
    #[serde(default, deserialize_with = "bool_or_text")]
    email_verified: bool,
    name: Option<String>,
    picture: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

/// The id of the key the token claims to be signed with.
pub(super) fn key_id(token: &str) -> Result<String, TokenFault> {
    // An algorithm unknown to the library (such as `none`) fails to parse and is refused as well.
    let header = decode_header(token).map_err(|_| TokenFault::Malformed)?;
    if header.alg != Algorithm::RS256 {
        return Err(TokenFault::WrongAlgorithm);
    }
    header.kid.ok_or(TokenFault::WrongAlgorithm)
}

pub(super) fn verify(token: &str, key: &DecodingKey, expected: &Expected<'_>) -> Result<Identity, TokenFault> {
    let mut signature_only = Validation::new(Algorithm::RS256);
    signature_only.required_spec_claims.clear();
    signature_only.validate_exp = false;
    signature_only.validate_nbf = false;
    signature_only.validate_aud = false;
    let claims = decode::<IdTokenClaims>(token, key, &signature_only).map_err(|error| match error.kind() {
        jsonwebtoken::errors::ErrorKind::InvalidSignature => TokenFault::BadSignature,
        jsonwebtoken::errors::ErrorKind::InvalidAlgorithm => TokenFault::WrongAlgorithm,
        _ => TokenFault::Malformed,
    })?;
    claims.claims.judge(expected)
}

impl IdTokenClaims {
    fn judge(self, expected: &Expected<'_>) -> Result<Identity, TokenFault> {
        if !issued_by(&self.iss, expected.issuer) {
            return Err(TokenFault::WrongIssuer);
        }
        if !self.is_for(expected.client_id) {
            return Err(TokenFault::WrongAudience);
        }
        let now = expected.now.millis() as f64 / 1000.0;
        if now >= self.exp {
            return Err(TokenFault::Expired);
        }
        if now - self.iat > MAX_AGE {
            return Err(TokenFault::TooOld);
        }
        if self.iat > now + SKEW || self.nbf.is_some_and(|nbf| nbf > now + SKEW) {
            return Err(TokenFault::NotYetValid);
        }
        if self.nonce.as_deref() != Some(expected.nonce) {
            return Err(TokenFault::WrongNonce);
        }
        if self.sub.is_empty() {
            return Err(TokenFault::NoSubject);
        }
        Ok(Identity {
            issuer: expected.issuer.to_owned(),
            subject: self.sub,
            email: email(self.email),
            email_verified: self.email_verified,
            name: non_blank(self.name),
            picture: picture(self.picture),
        })
    }

    /// Whether we are the only audience, or one of several with us as the authorised party.
    fn is_for(&self, client_id: &str) -> bool {
        let named = match &self.aud {
            Audience::One(audience) => audience == client_id,
            Audience::Several(audiences) => {
                audiences.iter().any(|audience| audience == client_id) && (audiences.len() == 1 || self.azp.is_some())
            }
        };
        named && self.azp.as_deref().is_none_or(|party| party == client_id)
    }
}

fn issued_by(iss: &str, issuer: &str) -> bool {
    iss.trim_end_matches('/') == issuer || (issuer == GOOGLE && iss == GOOGLE_WITHOUT_SCHEME)
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use aws_lc_rs::encoding::AsDer;
    use aws_lc_rs::rsa::{KeyPair, KeySize};
    use base64::Engine;
    use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
    use jsonwebtoken::jwk::Jwk;
    use jsonwebtoken::{EncodingKey, Header, encode};
    use serde_json::{Value, json};

    use super::*;

    const NOW: i64 = 1_794_803_400;
    static OURS: LazyLock<EncodingKey> = LazyLock::new(new_key);
    static THEIRS: LazyLock<EncodingKey> = LazyLock::new(new_key);

    fn new_key() -> EncodingKey {
        let pkcs8 = KeyPair::generate(KeySize::Rsa2048).unwrap().as_der().unwrap();
        let text = STANDARD.encode(pkcs8.as_ref());
        EncodingKey::from_rsa_pem(
            format!("-----BEGIN PRIVATE KEY-----\n{text}\n-----END PRIVATE KEY-----\n").as_bytes(),
        )
        .unwrap()
    }

    fn claims(changes: Value) -> Value {
        let mut claims = json!({
            "iss": "https://id.example.test", "sub": "1001", "aud": "salon", "nonce": "n-1",
            "iat": NOW - 5, "exp": NOW + 3595, "email": "Asha@Example.test", "email_verified": true,
            "name": "Asha", "picture": "https://id.example.test/asha.png",
        });
        claims.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        claims
    }

    fn signed(algorithm: Algorithm, key: &EncodingKey, claims: &Value) -> String {
        encode(&Header { kid: Some("k1".to_owned()), ..Header::new(algorithm) }, claims, key).unwrap()
    }

    fn verified_by(issuer: &str, token: &str) -> Result<Identity, TokenFault> {
        key_id(token)?;
        let key = DecodingKey::from_jwk(&Jwk::from_encoding_key(&OURS, Algorithm::RS256).unwrap()).unwrap();
        let expected = Expected { issuer, client_id: "salon", nonce: "n-1", now: Instant::from_seconds(NOW) };
        verify(token, &key, &expected)
    }

    fn judged(changes: Value) -> Result<Identity, TokenFault> {
        verified_by("https://id.example.test", &signed(Algorithm::RS256, &OURS, &claims(changes)))
    }

    #[test]
    fn a_valid_token_gives_an_identity() {
        assert_eq!(
            judged(json!({})).unwrap(),
            Identity {
                issuer: "https://id.example.test".to_owned(),
                subject: "1001".to_owned(),
                email: Some("asha@example.test".to_owned()),
                email_verified: true,
                name: Some("Asha".to_owned()),
                picture: Some("https://id.example.test/asha.png".to_owned()),
            }
        );
    }

    #[test]
    fn each_invalid_claim_is_refused() {
        let faults = [
            (json!({"iss": "https://evil.example.test"}), TokenFault::WrongIssuer),
            (json!({"iss": "accounts.google.com"}), TokenFault::WrongIssuer),
            (json!({"aud": "another"}), TokenFault::WrongAudience),
            (json!({"aud": ["another"]}), TokenFault::WrongAudience),
            (json!({"aud": []}), TokenFault::WrongAudience),
            (json!({"aud": ["salon", "another"]}), TokenFault::WrongAudience),
            (json!({"aud": ["salon", "another"], "azp": "another"}), TokenFault::WrongAudience),
            (json!({"azp": "another"}), TokenFault::WrongAudience),
            (json!({"exp": NOW}), TokenFault::Expired),
            (json!({"exp": NOW - 1}), TokenFault::Expired),
            (json!({"iat": NOW - 3601}), TokenFault::TooOld),
            (json!({"iat": NOW + 61}), TokenFault::NotYetValid),
            (json!({"nbf": NOW + 61}), TokenFault::NotYetValid),
            (json!({"nonce": "n-2"}), TokenFault::WrongNonce),
            (json!({"nonce": null}), TokenFault::WrongNonce),
            (json!({"sub": ""}), TokenFault::NoSubject),
            (json!({"sub": null}), TokenFault::Malformed),
            (json!({"exp": null}), TokenFault::Malformed),
            (json!({"exp": "tomorrow"}), TokenFault::Malformed),
            (json!({"iat": null}), TokenFault::Malformed),
            (json!({"aud": null}), TokenFault::Malformed),
        ];
        for (changes, fault) in faults {
            assert_eq!(judged(changes.clone()).unwrap_err(), fault, "{changes}");
        }
    }

    #[test]
    fn limit_values_are_accepted() {
        let fine = [
            json!({"aud": ["salon"]}),
            json!({"aud": ["salon", "another"], "azp": "salon"}),
            json!({"azp": "salon"}),
            json!({"exp": NOW + 1}),
            json!({"exp": NOW as f64 + 0.5}),
            json!({"iat": NOW - 3600}),
            json!({"iat": NOW + 60}),
            json!({"nbf": NOW + 60}),
        ];
        for changes in fine {
            assert!(judged(changes.clone()).is_ok(), "{changes}");
        }
    }

    #[test]
    fn both_spellings_of_google_are_the_same_issuer() {
        for iss in ["https://accounts.google.com", "accounts.google.com"] {
            let token = signed(Algorithm::RS256, &OURS, &claims(json!({"iss": iss})));
            assert_eq!(
                verified_by("https://accounts.google.com", &token).unwrap().issuer,
                "https://accounts.google.com"
            );
        }
    }

    #[test]
    fn missing_claims_are_not_assumed() {
        let quiet = judged(json!({
            "email": null, "email_verified": null, "name": " ", "picture": "javascript:alert(1)",
        }))
        .unwrap();
        assert_eq!((quiet.email, quiet.email_verified, quiet.name, quiet.picture), (None, false, None, None));
        assert!(judged(json!({"email_verified": "true"})).unwrap().email_verified);
        assert!(!judged(json!({"email_verified": "false"})).unwrap().email_verified);
        assert!(!judged(json!({"email_verified": 1})).unwrap().email_verified);
    }

    #[test]
    fn only_the_named_key_and_rs256_are_accepted() {
        let by = |token: &str| verified_by("https://id.example.test", token).unwrap_err();
        let good = claims(json!({}));
        assert_eq!(by(&signed(Algorithm::RS256, &THEIRS, &good)), TokenFault::BadSignature);
        assert_eq!(by(&signed(Algorithm::RS384, &OURS, &good)), TokenFault::WrongAlgorithm);
        assert_eq!(
            by(&signed(Algorithm::HS256, &EncodingKey::from_secret(b"salon"), &good)),
            TokenFault::WrongAlgorithm
        );
        let nameless = encode(&Header::new(Algorithm::RS256), &good, &OURS).unwrap();
        assert_eq!(by(&nameless), TokenFault::WrongAlgorithm);
        let unsigned = [r#"{"alg":"none","kid":"k1"}"#, &good.to_string()].map(|part| URL_SAFE_NO_PAD.encode(part));
        assert_eq!(by(&format!("{}.{}.", unsigned[0], unsigned[1])), TokenFault::Malformed);
        assert_eq!(by("not.a.token"), TokenFault::Malformed);
        assert_eq!(by(""), TokenFault::Malformed);
    }

    #[test]
    fn a_changed_payload_breaks_the_signature() {
        let token = signed(Algorithm::RS256, &OURS, &claims(json!({})));
        let forged = URL_SAFE_NO_PAD.encode(claims(json!({"sub": "1"})).to_string());
        let mut parts: Vec<&str> = token.split('.').collect();
        parts[1] = &forged;
        assert_eq!(verified_by("https://id.example.test", &parts.join(".")).unwrap_err(), TokenFault::BadSignature);
    }
}
