//! `Idempotency-Key`: one effect and one answer per key, however often it is asked.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::table::{Key, Places, Record, keys};
use parlour_values::time::Instant;

/// How long a key is remembered.
pub const REMEMBERED: TimeDelta = TimeDelta::hours(24);

/// One caller's key on one route, with the body it came with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey {
    scope: String,
    body: String,
}

impl IdempotencyKey {
    /// For a signed-in caller the scope is caller, route and key; another body under it is a conflict.
    pub fn of_caller(caller: &str, route: &str, key: &str, body: &[u8]) -> Self {
        Self { scope: digest([caller.as_bytes(), route.as_bytes(), key.as_bytes()]), body: digest([body]) }
    }

    /// If nobody is signed in the body is part of the scope, so that strangers' keys never meet.
    pub fn of_visitor(route: &str, key: &str, body: &[u8]) -> Self {
        Self { scope: digest([b"visitor", route.as_bytes(), key.as_bytes(), body]), body: digest([body]) }
    }

    pub fn key(&self) -> Key {
        keys::idempotency(&self.scope)
    }

    /// An id for what is begun under it in several steps: whoever begins again with the same body finds it.
    pub fn derived_id(&self) -> String {
        let digest = Sha256::digest(digest([self.scope.as_bytes(), self.body.as_bytes()]));
        digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }
}

/// A digest of parts that no other cutting of the same bytes shares.
fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        hasher.update(part);
    }
    URL_SAFE_NO_PAD.encode(hasher.finalize())
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct IdempotencyRecord {
    scope: String,
    body: String,
    /// Whether the act changed something that was there already, where its route creates or updates.
    #[serde(default)]
    pub updated: bool,
    /// The `data` of the response, as it was written.
    pub data: String,
    expires_at: Instant,
    /// The partitions of those of whom it tells something: it is erased with them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    about: Vec<String>,
}

/// The answer to a repeat under the same key.
pub struct KeptResponse {
    pub data: String,
    pub updated: bool,
}

/// The outcome of looking up a key.
pub enum Lookup {
    Nothing,
    /// Answer this again.
    Answer(IdempotencyRecord),
    /// The key was used with another body.
    OtherBody,
}

impl IdempotencyRecord {
    pub const LABEL: &'static str = "once";

    pub fn new(key: &IdempotencyKey, response: KeptResponse, about: Vec<String>, now: Instant) -> Self {
        let KeptResponse { data, updated } = response;
        let expires_at = now.plus(REMEMBERED);
        Self { scope: key.scope.clone(), body: key.body.clone(), updated, data, expires_at, about }
    }

    pub fn judge(found: Option<Self>, key: &IdempotencyKey, now: Instant) -> Lookup {
        match found {
            Some(record) if record.expires_at > now => {
                if record.body == key.body {
                    Lookup::Answer(record)
                } else {
                    Lookup::OtherBody
                }
            }
            _ => Lookup::Nothing,
        }
    }
}

impl Record for IdempotencyRecord {
    const KIND: &'static str = Self::LABEL;

    fn key(&self) -> Key {
        keys::idempotency(&self.scope)
    }

    fn places(&self) -> Places {
        let about = |number: usize| self.about.get(number).map(|partition| keys::told_about(partition, &self.scope));
        Places { g1: about(0), g2: about(1), g3: about(2), ttl: Some(self.expires_at) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_routes_and_keys_do_not_run_into_each_other() {
        let scope = |caller, route, key| IdempotencyKey::of_caller(caller, route, key, b"{}").scope;
        assert_ne!(scope("a", "b", "c"), scope("ab", "", "c"));
        assert_eq!(scope("a", "b", "c"), scope("a", "b", "c"));
    }

    #[test]
    fn the_same_key_with_another_body_is_told_apart_only_for_callers() {
        let now: Instant = "2026-11-16T04:30:00Z".parse().unwrap();
        let first = IdempotencyKey::of_caller("u", "r", "k", b"1");
        let record =
            IdempotencyRecord::new(&first, KeptResponse { data: "{}".into(), updated: false }, Vec::new(), now);
        let second = IdempotencyKey::of_caller("u", "r", "k", b"2");
        assert!(matches!(IdempotencyRecord::judge(Some(record.clone()), &second, now), Lookup::OtherBody));
        assert!(matches!(IdempotencyRecord::judge(Some(record.clone()), &first, now), Lookup::Answer(_)));
        assert!(matches!(IdempotencyRecord::judge(Some(record), &first, now.plus(REMEMBERED)), Lookup::Nothing));
        assert_ne!(IdempotencyKey::of_visitor("r", "k", b"1").scope, IdempotencyKey::of_visitor("r", "k", b"2").scope);
    }
}
