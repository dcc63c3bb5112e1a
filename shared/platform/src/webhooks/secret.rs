//! The secret an event is signed with, as [Standard Webhooks](https://www.standardwebhooks.com) has it: `whsec_` and
//! the key in base64; a signature is the HMAC of id, time and body.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::TimeDelta;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use parlour_values::time::Instant;

const PREFIX: &str = "whsec_";
/// How long the secret before the last one signs along.
const SIGNS_ALONG: TimeDelta = TimeDelta::hours(24);

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WebhookSecret(String);

/// Without the secret, so that it never ends up in a log.
impl std::fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("WebhookSecret")
    }
}

impl WebhookSecret {
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(STANDARD.encode(bytes))
    }

    /// As receivers are given it, for the one answer that shows it.
    pub fn text(&self) -> String {
        format!("{PREFIX}{}", self.0)
    }

    fn sign(&self, id: &str, timestamp: i64, body: &str) -> Option<String> {
        let key = STANDARD.decode(&self.0).ok()?;
        let mac = Hmac::<Sha256>::new_from_slice(&key).ok()?;
        let mac = mac.chain_update(format!("{id}.{timestamp}.")).chain_update(body);
        Some(format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes())))
    }
}

/// The secret in force, and the one before it for a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secrets {
    pub current: WebhookSecret,
    earlier: Option<EarlierSecret>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct EarlierSecret {
    secret: WebhookSecret,
    until: Instant,
}

impl Secrets {
    pub fn first(current: WebhookSecret) -> Self {
        Self { current, earlier: None }
    }

    pub fn rotated(&self, current: WebhookSecret, now: Instant) -> Self {
        let earlier = EarlierSecret { secret: self.current.clone(), until: now.plus(SIGNS_ALONG) };
        Self { current, earlier: Some(earlier) }
    }

    /// The value of `webhook-signature`: one signature for each secret in force.
    pub fn signature(&self, id: &str, now: Instant, body: &str) -> String {
        let earlier = self.earlier.iter().filter(|earlier| now < earlier.until).map(|earlier| &earlier.secret);
        let secrets = std::iter::once(&self.current).chain(earlier);
        secrets.filter_map(|secret| secret.sign(id, now.seconds(), body)).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Instant {
        text.parse().unwrap()
    }

    #[test]
    fn the_signature_is_that_of_the_standards_own_example() {
        let secret = WebhookSecret("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".to_owned());
        assert_eq!(
            secret.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, r#"{"test": 2432232314}"#).as_deref(),
            Some("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
        );
    }

    #[test]
    fn the_earlier_secret_signs_along_for_a_day() {
        let (one, two) = (WebhookSecret::new([1; 32]), WebhookSecret::new([2; 32]));
        let now = at("2026-11-16T04:30:00Z");
        let secrets = Secrets::first(one.clone()).rotated(two.clone(), now);
        let signed = |secret: &WebhookSecret, now: Instant| secret.sign("e", now.seconds(), "{}").unwrap();
        let soon = at("2026-11-17T04:29:59Z");
        assert_eq!(secrets.signature("e", soon, "{}"), format!("{} {}", signed(&two, soon), signed(&one, soon)));
        let later = at("2026-11-17T04:30:00Z");
        assert_eq!(secrets.signature("e", later, "{}"), signed(&two, later));
        assert!(two.text().starts_with("whsec_") && !format!("{secrets:?}").contains(&two.0));
    }
}
