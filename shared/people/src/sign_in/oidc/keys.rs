//! The provider's signing keys (JWKS), cached as long as its headers allow.

use std::collections::HashMap;

use chrono::TimeDelta;
use jsonwebtoken::DecodingKey;
use reqwest::header::{AGE, CACHE_CONTROL, HeaderMap};
use serde::Deserialize;

use super::http::HttpAnswer;
use parlour_values::time::Instant;

/// Used if the provider does not say how long to cache.
const DEFAULT_SECONDS: i64 = 300;
const MAX_SECONDS: i64 = 24 * 3600;

pub(super) struct Keys {
    by_id: HashMap<String, DecodingKey>,
    fresh_until: Instant,
}

#[derive(Deserialize)]
struct Jwks {
    keys: Vec<serde_json::Value>,
}

#[derive(Deserialize)]
struct Jwk {
    kty: String,
    kid: String,
    n: String,
    e: String,
    alg: Option<String>,
    #[serde(rename = "use")]
    purpose: Option<String>,
}

impl Keys {
    pub fn read(answer: &HttpAnswer, now: Instant) -> Result<Self, String> {
        let jwks: Jwks = answer.json()?;
        let by_id = jwks.keys.into_iter().filter_map(rs256_key).collect();
        Ok(Self { by_id, fresh_until: now.plus(TimeDelta::seconds(seconds_to_cache(&answer.headers))) })
    }

    pub fn fresh(&self, now: Instant) -> bool {
        now < self.fresh_until
    }

    pub fn find(&self, id: &str) -> Option<DecodingKey> {
        self.by_id.get(id).cloned()
    }
}

/// Keys of other types or for other purposes are skipped.
fn rs256_key(jwk: serde_json::Value) -> Option<(String, DecodingKey)> {
    let jwk: Jwk = serde_json::from_value(jwk).ok()?;
    let usable = jwk.kty == "RSA"
        && jwk.alg.as_deref().is_none_or(|alg| alg == "RS256")
        && jwk.purpose.as_deref().is_none_or(|purpose| purpose == "sig");
    let key = DecodingKey::from_rsa_components(&jwk.n, &jwk.e).ok()?;
    usable.then_some((jwk.kid, key))
}

/// `max-age` minus the response's `age`.
fn seconds_to_cache(headers: &HeaderMap) -> i64 {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_ascii_lowercase();
    let cache_control = text(CACHE_CONTROL);
    let mut directives = cache_control.split(',').map(str::trim);
    if directives.clone().any(|directive| matches!(directive, "no-store" | "no-cache")) {
        return 0;
    }
    let stated = directives.find_map(|directive| directive.strip_prefix("max-age=")?.trim_matches('"').parse().ok());
    let age: i64 = text(AGE).trim().parse().unwrap_or(0);
    stated.map_or(DEFAULT_SECONDS, |max_age: i64| max_age.saturating_sub(age.max(0))).clamp(0, MAX_SECONDS)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn cached_for(headers: &[(&'static str, &'static str)]) -> i64 {
        seconds_to_cache(&headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect())
    }

    #[test]
    fn keys_are_cached_as_long_as_the_provider_says() {
        assert_eq!(cached_for(&[("cache-control", "public, max-age=22567, must-revalidate, no-transform")]), 22567);
        assert_eq!(cached_for(&[("cache-control", "Public, Max-Age=600"), ("age", "100")]), 500);
        assert_eq!(cached_for(&[("cache-control", "max-age=600"), ("age", "900")]), 0);
        assert_eq!(cached_for(&[("cache-control", "no-store")]), 0);
        assert_eq!(cached_for(&[("cache-control", "max-age=99999999")]), MAX_SECONDS);
        assert_eq!(cached_for(&[("cache-control", "max-age=soon")]), DEFAULT_SECONDS);
        assert_eq!(cached_for(&[]), DEFAULT_SECONDS);
    }

    #[test]
    fn only_signing_keys_for_rs256_count() {
        let key = |changes: serde_json::Value| {
            let mut key = json!({"kty": "RSA", "kid": "one", "n": "AQAB", "e": "AQAB", "alg": "RS256", "use": "sig"});
            key.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
            rs256_key(key).map(|(id, _)| id)
        };
        assert_eq!(key(json!({})).as_deref(), Some("one"));
        assert_eq!(key(json!({"alg": null, "use": null})).as_deref(), Some("one"));
        assert_eq!(key(json!({"alg": "RS512"})), None);
        assert_eq!(key(json!({"use": "enc"})), None);
        assert_eq!(key(json!({"kty": "EC"})), None);
        assert_eq!(key(json!({"kid": null})), None);
        assert_eq!(key(json!({"n": "not base64!"})), None);
    }
}
