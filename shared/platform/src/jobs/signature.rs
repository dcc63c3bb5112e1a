//! The right to call a job: the queue's signature (QStash's JWT), or the two fallbacks the interface allows.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::HeaderMap;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use parlour_settings::{SecretError, Settings};
use parlour_values::time::Instant;

pub const DEFAULT_SIGNATURE_HEADER: &str = "Upstash-Signature";
pub const INTERNAL_TOKEN_HEADER: &str = "x-internal-job-token";

/// The secrets a caller of a job can prove to know.
#[derive(Clone, Default)]
pub struct JobKeys {
    current: Option<String>,
    next: Option<String>,
    internal_token: Option<String>,
    signature_header: Option<String>,
}

impl JobKeys {
    /// A secret that is set but cannot be read is an error: it must not look as if none were set.
    pub async fn of(settings: &Settings) -> Result<Self, SecretError> {
        // An empty secret proves nothing and counts as absent.
        let present = |secret: Option<String>| secret.filter(|value| !value.is_empty());
        Ok(Self {
            current: present(settings.job_current_signing_key.value().await?),
            next: present(settings.job_next_signing_key.value().await?),
            internal_token: present(settings.internal_job_token.value().await?),
            signature_header: Some(settings.job_signature_header.clone()),
        })
    }

    pub fn signature_header(&self) -> &str {
        self.signature_header.as_deref().unwrap_or(DEFAULT_SIGNATURE_HEADER)
    }

    /// The current key first, then the one that will replace it.
    fn signing(&self) -> impl Iterator<Item = &str> {
        [&self.current, &self.next].into_iter().flatten().map(String::as_str)
    }
}

impl std::fmt::Debug for JobKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("JobKeys")
            .field("signing_keys", &self.signing().count())
            .field("internal_token", &self.internal_token.is_some())
            .finish_non_exhaustive()
    }
}

/// The address a signature must be made for: from the settings, never from the request.
pub fn job_address(settings: &Settings, job: &str) -> String {
    format!("{}/api/jobs/{job}", settings.admin_url)
}

/// The proof a request brought that it may run a job.
#[derive(Clone, Copy, Debug, Default)]
pub struct JobCredentials<'a> {
    pub signature: Option<&'a str>,
    pub internal_token: Option<&'a [u8]>,
}

impl<'a> JobCredentials<'a> {
    pub fn of(headers: &'a HeaderMap, keys: &JobKeys) -> Self {
        Self {
            signature: headers.get(keys.signature_header()).and_then(|value| value.to_str().ok()),
            internal_token: headers.get(INTERNAL_TOKEN_HEADER).map(http::HeaderValue::as_bytes),
        }
    }
}

/// Whether the job may run, and on what ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Signed,
    KnewTheToken,
    /// No secret is set and this is not production: let in, with a warning.
    Unguarded,
    Refused(SignatureRefusal),
}

impl Verdict {
    pub fn allowed(self) -> bool {
        !matches!(self, Self::Refused(_))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SignatureRefusal {
    #[error("the signature header is missing")]
    SignatureMissing,
    #[error("no signing key fits the signature")]
    SignatureWrong,
    #[error("the signature's claims are missing or malformed")]
    ClaimsMalformed,
    #[error("the signature comes from another issuer")]
    IssuerWrong,
    #[error("the signature was made for another address")]
    AddressWrong,
    #[error("the signature has expired")]
    Expired,
    #[error("the signature is not valid yet")]
    NotYetValid,
    #[error("the signature was made for another body")]
    BodyWrong,
    #[error("the internal token is missing or wrong")]
    TokenWrong,
    #[error("production needs a signing key or an internal token")]
    NothingToProve,
}

/// Judges one call of the job at `url`. Never fails: whatever is wrong is a refusal.
pub fn authorize(
    keys: &JobKeys,
    given: JobCredentials<'_>,
    url: &str,
    body: &[u8],
    now: Instant,
    production: bool,
) -> Verdict {
    if keys.signing().next().is_some() {
        return match given.signature {
            None => Verdict::Refused(SignatureRefusal::SignatureMissing),
            Some(token) => verify(keys, token, url, body, now).map_or_else(Verdict::Refused, |()| Verdict::Signed),
        };
    }
    match (&keys.internal_token, given.internal_token) {
        (Some(expected), Some(token)) if bool::from(expected.as_bytes().ct_eq(token)) => Verdict::KnewTheToken,
        (Some(_), _) => Verdict::Refused(SignatureRefusal::TokenWrong),
        (None, _) if production => Verdict::Refused(SignatureRefusal::NothingToProve),
        (None, _) => {
            tracing::warn!("a job was let in without proof: neither signing keys nor an internal token are set");
            Verdict::Unguarded
        }
    }
}

/// Every claim is required; one that is missing or of another type refuses the token.
#[derive(Deserialize)]
struct Claims {
    iss: String,
    sub: String,
    exp: i64,
    nbf: i64,
    body: String,
}

fn verify(keys: &JobKeys, token: &str, url: &str, body: &[u8], now: Instant) -> Result<(), SignatureRefusal> {
    let claims = keys.signing().find_map(|key| signed(key, token)).ok_or(SignatureRefusal::SignatureWrong)?;
    let claims = serde_json::from_value(claims).map_err(|_| SignatureRefusal::ClaimsMalformed)?;
    judge(&claims, url, body, now)
}

/// The claims, if `key` signed them.
fn signed(key: &str, token: &str) -> Option<serde_json::Value> {
    // The library compares times with the system clock: it checks the signature only, we check the claims.
    let mut signature_only = Validation::new(Algorithm::HS256);
    signature_only.required_spec_claims.clear();
    signature_only.validate_exp = false;
    signature_only.validate_aud = false;
    let key = DecodingKey::from_secret(key.as_bytes());
    jsonwebtoken::decode(token, &key, &signature_only).ok().map(|token| token.claims)
}

fn judge(claims: &Claims, url: &str, body: &[u8], now: Instant) -> Result<(), SignatureRefusal> {
    let body_hash = URL_SAFE_NO_PAD.encode(Sha256::digest(body));
    if claims.iss != "Upstash" {
        Err(SignatureRefusal::IssuerWrong)
    } else if claims.sub != url {
        Err(SignatureRefusal::AddressWrong)
    } else if now.seconds() >= claims.exp {
        Err(SignatureRefusal::Expired)
    } else if now.seconds() < claims.nbf {
        Err(SignatureRefusal::NotYetValid)
    } else if claims.body.trim_end_matches('=') != body_hash {
        Err(SignatureRefusal::BodyWrong)
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use hmac::{Hmac, KeyInit, Mac};
    use serde_json::{Value, json};

    use super::*;

    const CURRENT: &str = "sig_current_5f3c0c0e8f6b4a1d9e2b7a60c1d2e3f4";
    const NEXT: &str = "sig_next_0a1b2c3d4e5f60718293a4b5c6d7e8f9";
    const URL: &str = "https://api.example.com/api/cron/reminders";
    const BODY: &[u8] = br#"{"bookingId":"bk_123","kind":"reminder"}"#;
    const HEADER: &str = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9";
    const CLAIMS: &str = "eyJpc3MiOiJVcHN0YXNoIiwic3ViIjoiaHR0cHM6Ly9hcGkuZXhhbXBsZS5jb20vYXBpL2Nyb24vcmVtaW5kZXJzIiwiZXhwIjo0MTAyNDQ0ODAwLCJuYmYiOjE3NjcyMjU2MDAsImlhdCI6MTc2NzIyNTYwMCwianRpIjoiand0X3Rlc3RfMSIsImJvZHkiOiJjaWxJd2Z1OFRFUGRxQjNJMDBWQlROUjVobTVGSXdrVW9MRU5sU0lmbFhzPSJ9";

    fn keys() -> JobKeys {
        JobKeys { current: Some(CURRENT.to_owned()), next: Some(NEXT.to_owned()), ..JobKeys::default() }
    }

    fn now() -> Instant {
        Instant::from_seconds(1_767_229_200)
    }

    fn signed_by_the_vendor(signature: &str) -> String {
        format!("{HEADER}.{CLAIMS}.{signature}")
    }

    fn verdict(token: &str) -> Verdict {
        verdict_at(token, URL, BODY, now())
    }

    fn verdict_at(token: &str, url: &str, body: &[u8], now: Instant) -> Verdict {
        let given = JobCredentials { signature: Some(token), ..JobCredentials::default() };
        authorize(&keys(), given, url, body, now, true)
    }

    /// The reference claims with `changes` applied (null removes a claim).
    fn claims(changes: Value) -> Value {
        let mut claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(CLAIMS).unwrap()).unwrap();
        for (name, value) in changes.as_object().unwrap() {
            if value.is_null() {
                claims.as_object_mut().unwrap().remove(name);
            } else {
                claims[name] = value.clone();
            }
        }
        claims
    }

    fn sign(header: &Value, claims: &Value) -> String {
        let text =
            format!("{}.{}", URL_SAFE_NO_PAD.encode(header.to_string()), URL_SAFE_NO_PAD.encode(claims.to_string()));
        let mut mac = Hmac::<Sha256>::new_from_slice(CURRENT.as_bytes()).unwrap();
        mac.update(text.as_bytes());
        format!("{text}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
    }

    fn sign_hs256(changes: Value) -> String {
        sign(&json!({"alg": "HS256", "typ": "JWT"}), &claims(changes))
    }

    /// A token as the vendor's package writes it: keys in the reference order, only the named text replaced.
    fn vendor_token(find: &str, replace: &str, signature: &str) -> String {
        let claims = String::from_utf8(URL_SAFE_NO_PAD.decode(CLAIMS).unwrap()).unwrap();
        assert!(claims.contains(find));
        format!("{HEADER}.{}.{signature}", URL_SAFE_NO_PAD.encode(claims.replace(find, replace)))
    }

    #[test]
    fn the_current_key_and_the_next_one_are_both_accepted() {
        assert_eq!(verdict(&signed_by_the_vendor("_YJzvsBn0MG1tWn0XLn_hKwiaUylwNvK0ebNAVssy5I")), Verdict::Signed);
        assert_eq!(verdict(&signed_by_the_vendor("UZP_Qsy3eSzdoN-vAsf6L7gPwpdDuCUPbj4FsIlSkp4")), Verdict::Signed);
    }

    #[test]
    fn an_expired_token_of_the_vendor_is_refused_from_its_last_second_on() {
        let token = vendor_token("4102444800", "1767225900", "iv2GX3aRP6yRK6_CjDYdcf8PNEs3LIVMsUss4J-nl4s");
        assert_eq!(verdict_at(&token, URL, BODY, Instant::from_seconds(1_767_225_899)), Verdict::Signed);
        assert_eq!(
            verdict_at(&token, URL, BODY, Instant::from_seconds(1_767_225_900)),
            Verdict::Refused(SignatureRefusal::Expired)
        );
        assert_eq!(verdict(&token), Verdict::Refused(SignatureRefusal::Expired));
    }

    #[test]
    fn the_body_hash_may_come_without_padding() {
        let token = vendor_token("flXs=", "flXs", "S2RyUu9UjCD2NlBkXebajHlmQ6MtPlWXIe5NAMrZ7RQ");
        assert_eq!(verdict(&token), Verdict::Signed);
    }

    #[test]
    fn another_body_or_another_address_is_refused() {
        let token = signed_by_the_vendor("_YJzvsBn0MG1tWn0XLn_hKwiaUylwNvK0ebNAVssy5I");
        let longer = [BODY, b" "].concat();
        assert_eq!(verdict_at(&token, URL, &longer, now()), Verdict::Refused(SignatureRefusal::BodyWrong));
        assert_eq!(
            verdict_at(&token, &format!("{URL}/"), BODY, now()),
            Verdict::Refused(SignatureRefusal::AddressWrong)
        );
    }

    #[test]
    fn an_empty_body_has_a_hash_too() {
        let token = sign_hs256(json!({"body": "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"}));
        assert_eq!(verdict_at(&token, URL, b"", now()), Verdict::Signed);
        assert_eq!(verdict(&token), Verdict::Refused(SignatureRefusal::BodyWrong));
    }

    #[test]
    fn a_token_is_not_valid_before_its_time() {
        let token = sign_hs256(json!({}));
        assert_eq!(
            verdict_at(&token, URL, BODY, Instant::from_seconds(1_767_225_599)),
            Verdict::Refused(SignatureRefusal::NotYetValid)
        );
        assert_eq!(verdict_at(&token, URL, BODY, Instant::from_seconds(1_767_225_600)), Verdict::Signed);
    }

    #[test]
    fn each_of_the_five_claims_is_required_and_typed() {
        for claim in ["iss", "sub", "exp", "nbf", "body"] {
            assert_eq!(
                verdict(&sign_hs256(json!({claim: null}))),
                Verdict::Refused(SignatureRefusal::ClaimsMalformed),
                "{claim}"
            );
            assert!(!verdict(&sign_hs256(json!({claim: []}))).allowed(), "{claim}");
        }
    }

    #[test]
    fn another_issuer_is_refused() {
        assert_eq!(verdict(&sign_hs256(json!({"iss": "upstash"}))), Verdict::Refused(SignatureRefusal::IssuerWrong));
    }

    #[test]
    fn only_hs256_counts_as_a_signature() {
        let hs512 = jsonwebtoken::encode(
            &jsonwebtoken::Header::new(Algorithm::HS512),
            &claims(json!({})),
            &jsonwebtoken::EncodingKey::from_secret(CURRENT.as_bytes()),
        )
        .unwrap();
        assert_eq!(verdict(&hs512), Verdict::Refused(SignatureRefusal::SignatureWrong));
        for alg in ["none", "RS256", "HS512", ""] {
            let token = sign(&json!({"alg": alg, "typ": "JWT"}), &claims(json!({})));
            assert_eq!(verdict(&token), Verdict::Refused(SignatureRefusal::SignatureWrong), "{alg}");
        }
    }

    #[test]
    fn nonsense_is_refused_and_never_panics() {
        for token in [
            "",
            ".",
            "..",
            "a.b.c",
            "eyJhbGciOiJIUzI1NiJ9..",
            "प्रिया",
            &format!("{HEADER}.{CLAIMS}."),
            &"x.".repeat(10_000),
        ] {
            assert!(!verdict(token).allowed(), "{token}");
        }
    }

    #[test]
    fn with_signing_keys_set_a_token_or_nothing_does_not_open_the_door() {
        let keys = JobKeys { internal_token: Some("let-me-in".to_owned()), ..keys() };
        let given = JobCredentials { internal_token: Some(b"let-me-in"), ..JobCredentials::default() };
        assert_eq!(
            authorize(&keys, given, URL, BODY, now(), false),
            Verdict::Refused(SignatureRefusal::SignatureMissing)
        );
    }

    #[test]
    fn without_signing_keys_the_internal_token_decides() {
        let keys = JobKeys { internal_token: Some("let-me-in".to_owned()), ..JobKeys::default() };
        let with = |token| JobCredentials { internal_token: token, ..JobCredentials::default() };
        for production in [true, false] {
            let verdict = |token| authorize(&keys, with(token), URL, BODY, now(), production);
            assert_eq!(verdict(Some(b"let-me-in".as_slice())), Verdict::KnewTheToken);
            assert_eq!(verdict(Some(b"let-me-i".as_slice())), Verdict::Refused(SignatureRefusal::TokenWrong));
            assert_eq!(verdict(Some(b"".as_slice())), Verdict::Refused(SignatureRefusal::TokenWrong));
            assert_eq!(verdict(None), Verdict::Refused(SignatureRefusal::TokenWrong));
        }
    }

    #[test]
    fn with_no_secret_at_all_only_production_refuses() {
        let nothing = JobCredentials::default();
        assert_eq!(authorize(&JobKeys::default(), nothing, URL, BODY, now(), false), Verdict::Unguarded);
        assert_eq!(
            authorize(&JobKeys::default(), nothing, URL, BODY, now(), true),
            Verdict::Refused(SignatureRefusal::NothingToProve)
        );
    }

    fn settings(variables: &[(&str, &str)]) -> Settings {
        Settings::read(variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect())
    }

    #[tokio::test]
    async fn an_empty_setting_is_no_secret() {
        let empty = Settings {
            internal_job_token: parlour_settings::Secret::given(""),
            job_current_signing_key: parlour_settings::Secret::given(""),
            ..settings(&[])
        };
        let keys = JobKeys::of(&empty).await.unwrap();
        let given = JobCredentials { internal_token: Some(b""), ..JobCredentials::default() };
        assert_eq!(authorize(&keys, given, URL, BODY, now(), true), Verdict::Refused(SignatureRefusal::NothingToProve));
        assert_eq!(keys.signature_header(), "Upstash-Signature");
    }

    #[tokio::test]
    async fn the_signature_header_can_be_renamed() {
        let settings = settings(&[("JOB_SIGNATURE_HEADER", "X-Queue-Signature"), ("JOB_NEXT_SIGNING_KEY", CURRENT)]);
        let keys = JobKeys::of(&settings).await.unwrap();
        let mut headers = HeaderMap::new();
        headers.insert("x-queue-signature", sign_hs256(json!({})).parse().unwrap());
        let given = JobCredentials::of(&headers, &keys);
        assert_eq!(authorize(&keys, given, URL, BODY, now(), true), Verdict::Signed);
        assert!(!format!("{keys:?}").contains(CURRENT));
    }

    #[test]
    fn a_job_is_addressed_on_the_admin_app() {
        let settings = settings(&[("ADMIN_URL", "https://desk.example.test/")]);
        assert_eq!(job_address(&settings, "weekly-report"), "https://desk.example.test/api/jobs/weekly-report");
    }
}
