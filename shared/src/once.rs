//! `Idempotency-Key`: one effect and one answer per key, however often it is asked.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::table::{Key, Places, Record, keys};
use crate::time::Instant;

/// How long a key is remembered.
const REMEMBERED: TimeDelta = TimeDelta::hours(24);

/// One caller's key on one route, with the body it came with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Once {
    scope: String,
    body: String,
}

impl Once {
    /// For a signed-in caller the scope is caller, route and key; another body under it is a conflict.
    pub fn of_caller(caller: &str, route: &str, key: &str, body: &[u8]) -> Self {
        Self { scope: digest([caller.as_bytes(), route.as_bytes(), key.as_bytes()]), body: digest([body]) }
    }

    /// Where nobody is signed in the body is part of the scope, so that strangers' keys never meet.
    pub fn of_visitor(route: &str, key: &str, body: &[u8]) -> Self {
        Self { scope: digest([b"visitor", route.as_bytes(), key.as_bytes(), body]), body: digest([body]) }
    }

    pub fn key(&self) -> Key {
        keys::once(&self.scope)
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
pub struct OnceRecord {
    scope: String,
    body: String,
    pub status: u16,
    /// The `data` of the answer, as it was written.
    pub data: String,
    expires_at: Instant,
}

/// What is known of a key.
pub enum Known {
    Nothing,
    /// Answer this again.
    Answer(OnceRecord),
    /// The key was used with another body.
    OtherBody,
}

impl OnceRecord {
    pub const LABEL: &'static str = "once";

    pub fn new(once: &Once, status: u16, data: String, now: Instant) -> Self {
        Self { scope: once.scope.clone(), body: once.body.clone(), status, data, expires_at: now.plus(REMEMBERED) }
    }

    pub fn judge(found: Option<Self>, once: &Once, now: Instant) -> Known {
        match found {
            Some(record) if record.expires_at > now => {
                if record.body == once.body {
                    Known::Answer(record)
                } else {
                    Known::OtherBody
                }
            }
            _ => Known::Nothing,
        }
    }
}

impl Record for OnceRecord {
    const KIND: &'static str = Self::LABEL;

    fn key(&self) -> Key {
        keys::once(&self.scope)
    }

    fn places(&self) -> Places {
        Places { ttl: Some(self.expires_at), ..Places::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callers_routes_and_keys_do_not_run_into_each_other() {
        let scope = |caller, route, key| Once::of_caller(caller, route, key, b"{}").scope;
        assert_ne!(scope("a", "b", "c"), scope("ab", "", "c"));
        assert_eq!(scope("a", "b", "c"), scope("a", "b", "c"));
    }

    #[test]
    fn the_same_key_with_another_body_is_told_apart_only_for_callers() {
        let now: Instant = "2026-11-16T04:30:00Z".parse().unwrap();
        let first = Once::of_caller("u", "r", "k", b"1");
        let record = OnceRecord::new(&first, 201, "{}".into(), now);
        let second = Once::of_caller("u", "r", "k", b"2");
        assert!(matches!(OnceRecord::judge(Some(record.clone()), &second, now), Known::OtherBody));
        assert!(matches!(OnceRecord::judge(Some(record.clone()), &first, now), Known::Answer(_)));
        assert!(matches!(OnceRecord::judge(Some(record), &first, now.plus(REMEMBERED)), Known::Nothing));
        assert_ne!(Once::of_visitor("r", "k", b"1").scope, Once::of_visitor("r", "k", b"2").scope);
    }
}
