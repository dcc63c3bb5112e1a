//! Authorisation codes that have not been redeemed: each valid once, for a few minutes.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::TimeDelta;
use parlour_values::time::{Clock, Instant};

const LIFETIME: TimeDelta = TimeDelta::minutes(5);

/// The grant of a code.
pub(super) struct Grant {
    pub email: String,
    pub redirect_uri: String,
    pub challenge: String,
    pub nonce: Option<String>,
}

pub(super) struct Grants {
    clock: Clock,
    by_code: Mutex<HashMap<String, (Instant, Grant)>>,
}

impl Grants {
    pub fn new(clock: Clock) -> Self {
        Self { clock, by_code: Mutex::default() }
    }

    pub fn keep(&self, code: String, grant: Grant) {
        let now = self.clock.now();
        let mut grants = self.lock();
        grants.retain(|_, (expires, _)| now < *expires);
        grants.insert(code, (now.plus(LIFETIME), grant));
    }

    /// Removes the code even if redeeming it fails, so that it cannot be tried twice.
    pub fn take(&self, code: &str) -> Option<Grant> {
        let (expires, grant) = self.lock().remove(code)?;
        (self.clock.now() < expires).then_some(grant)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, (Instant, Grant)>> {
        self.by_code.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grant() -> Grant {
        Grant { email: "a@example.test".into(), redirect_uri: String::new(), challenge: String::new(), nonce: None }
    }

    #[test]
    fn a_code_is_valid_once_and_for_five_minutes() {
        let start: Instant = "2026-11-16T04:30:00Z".parse().unwrap();
        let clock = Clock::fixed(start);
        let grants = Grants::new(clock.clone());
        for code in ["at once", "in time", "late"] {
            grants.keep(code.to_owned(), grant());
        }
        assert!(grants.take("at once").is_some());
        assert!(grants.take("at once").is_none());
        clock.set(start.plus(LIFETIME).minus(TimeDelta::milliseconds(1)));
        assert!(grants.take("in time").is_some());
        clock.set(start.plus(LIFETIME));
        assert!(grants.take("late").is_none());
    }

    #[test]
    fn expired_codes_are_removed() {
        let start: Instant = "2026-11-16T04:30:00Z".parse().unwrap();
        let clock = Clock::fixed(start);
        let grants = Grants::new(clock.clone());
        grants.keep("forgotten".to_owned(), grant());
        clock.set(start.plus(LIFETIME));
        grants.keep("new".to_owned(), grant());
        assert_eq!(grants.lock().len(), 1);
    }
}
