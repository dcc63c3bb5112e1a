//! Rate limits: so many requests in a fixed window of time, by the client's address, by token or by customer.

use http::{HeaderMap, HeaderValue};

use super::errors::{Code, Refusal};
use parlour_settings::Settings;
use parlour_values::time::Instant;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Routes with the same name share one count.
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
    /// Wishes of the waitlist: whoever makes them can still ask for an appointment.
    pub const WISHES: Self = Self { name: "wishes", count: Allowance::Fixed(5), seconds: 60 };
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
    /// The requests of a program with its token.
    pub const TOKEN: Self = Self { name: "token", count: Allowance::Fixed(600), seconds: 60 };
    /// All requests of an address (`share.rs`): a tenth of what the template lets each API take.
    pub const ADDRESS: Self = Self { name: "address", count: Allowance::Fixed(1_200), seconds: 60 };
    /// The sessions and tokens that are looked up for an address whose share is used up, those of people who work here and
    /// of programs not counted once an instance knows them.
    pub const UNKNOWN_CREDENTIALS: Self =
        Self { name: "unknown-credentials", count: Allowance::Fixed(60), seconds: 60 };
    /// The writes of a customer at the customer app.
    pub const CUSTOMER_WRITES: Self = Self { name: "customer-writes", count: Allowance::Fixed(300), seconds: 60 };

    pub(super) fn allowed(&self, settings: &Settings) -> u64 {
        match self.count {
            Allowance::Fixed(count) => count,
            Allowance::Leads => settings.lead_rate_limit,
        }
    }

    /// The number of the window that a moment is in.
    pub(super) fn window(&self, at: Instant) -> i64 {
        at.seconds().div_euclid(self.seconds)
    }

    /// When a window is over, in seconds.
    pub(super) fn end(&self, window: i64) -> i64 {
        window.saturating_add(1).saturating_mul(self.seconds)
    }
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
