//! Rate limits: fixed windows per client address, counted in the table across all instances.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::TimeDelta;
use http::{HeaderMap, HeaderValue};

use super::caller::ClientIp;
use super::errors::{Code, Refusal};
use parlour_storage::salon::Salon;
use parlour_storage::table::keys;
use parlour_values::time::Instant;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Routes with the same name share one counter.
    pub name: &'static str,
    pub count: Allowance,
    pub seconds: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowance {
    Fixed(u64),
    /// The setting `LEAD_RATE_LIMIT`.
    Leads,
}

impl Limit {
    pub const BOOKINGS: Self = Self { name: "bookings", count: Allowance::Fixed(5), seconds: 60 };
    pub const LEADS: Self = Self { name: "leads", count: Allowance::Leads, seconds: 60 };
    pub const AVAILABILITY: Self = Self { name: "availability", count: Allowance::Fixed(10), seconds: 10 };
    pub const SERVICES: Self = Self { name: "services", count: Allowance::Fixed(20), seconds: 10 };
    pub const HEALTH: Self = Self { name: "health", count: Allowance::Fixed(30), seconds: 10 };
    /// All public pages together.
    pub const PAGES: Self = Self { name: "pages", count: Allowance::Fixed(120), seconds: 60 };
    /// Links of messages, their pages and their calls together.
    pub const LINKS: Self = Self { name: "links", count: Allowance::Fixed(20), seconds: 60 };
    /// Calendar feeds: the services that read them come for many people from one address.
    pub const CALENDARS: Self = Self { name: "calendars", count: Allowance::Fixed(120), seconds: 60 };
    /// Messages of agents; what their tools read is limited besides.
    pub const AGENTS: Self = Self { name: "agents", count: Allowance::Fixed(120), seconds: 60 };
    pub const SIGN_IN: Self = Self { name: "sign-in", count: Allowance::Fixed(20), seconds: 60 };
}

/// A client's usage of the current window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimitStatus {
    pub limit: u64,
    pub used: u64,
    pub resets_in: i64,
}

impl RateLimitStatus {
    pub fn is_refused(&self) -> bool {
        self.used > self.limit
    }

    pub fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert("ratelimit-limit", HeaderValue::from(self.limit));
        headers.insert("ratelimit-remaining", HeaderValue::from(self.limit.saturating_sub(self.used)));
        headers.insert("ratelimit-reset", HeaderValue::from(self.resets_in));
        if self.is_refused() {
            headers.insert("retry-after", HeaderValue::from(self.resets_in));
        }
        headers
    }

    pub fn refusal(&self) -> Refusal {
        let message = format!("Too many requests. Please wait {} seconds and try again.", self.resets_in);
        Refusal { headers: Box::new(self.headers()), ..Refusal::new(Code::RateLimited, message) }
    }
}

/// Windows that this instance knows to be exceeded: refused without reading the table.
#[derive(Clone, Default)]
pub struct Exceeded(Arc<Mutex<HashMap<(&'static str, String), i64>>>);

/// Above this many entries, those of past windows are dropped.
const MAX_REMEMBERED: usize = 10_000;

impl Exceeded {
    fn contains(&self, limit: Limit, client: &str, window: i64) -> bool {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.get(&(limit.name, client.to_owned())) == Some(&window)
    }

    fn insert(&self, limit: Limit, client: &str, window: i64) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.len() >= MAX_REMEMBERED {
            seen.retain(|_, remembered| *remembered >= window);
        }
        if seen.len() < MAX_REMEMBERED {
            seen.insert((limit.name, client.to_owned()), window);
        }
    }
}

/// Counts what stands for a request of another route, and refuses it beyond that route's limit.
pub async fn count_against(salon: &Salon, limit: Limit, client: &ClientIp) -> Result<(), Refusal> {
    match count(salon, &salon.remembered::<Exceeded>(), limit, &client.network()).await {
        Some(status) if status.is_refused() => Err(status.refusal()),
        _ => Ok(()),
    }
}

/// Counts this request and returns the client's status. If the table fails, the request is allowed.
pub async fn count(salon: &Salon, exceeded: &Exceeded, limit: Limit, client: &str) -> Option<RateLimitStatus> {
    let now = salon.clock.now().seconds();
    let window = now.div_euclid(limit.seconds);
    let allowed = match limit.count {
        Allowance::Fixed(count) => count,
        Allowance::Leads => salon.settings.lead_rate_limit,
    };
    let status = |used| RateLimitStatus { limit: allowed, used, resets_in: (window + 1) * limit.seconds - now };
    if exceeded.contains(limit, client, window) {
        return Some(status(allowed.saturating_add(1)));
    }
    let forget_at = Instant::from_seconds((window + 1) * limit.seconds).plus(TimeDelta::minutes(5));
    match salon.table.count_up(&keys::limit_window(limit.name, client, window), forget_at).await {
        Ok(counted) => {
            let status = status(counted.0);
            if status.is_refused() {
                exceeded.insert(limit, client, window);
            }
            Some(status)
        }
        Err(error) => {
            tracing::warn!(%error, limit = limit.name, "could not count the rate limit; the request is allowed");
            None
        }
    }
}
