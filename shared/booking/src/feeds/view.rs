//! A calendar feed as its owner sees it, once, and as calendars read it.

use serde::Serialize;
use utoipa::ToSchema;

use parlour_values::time::Instant;

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CalendarAnswer {
    /// The address where calendars read it. It is shown once: a repeat under the same `Idempotency-Key` has `null` in its place.
    pub url: Option<String>,
}

/// The calendar behind an address.
#[derive(Clone, Debug)]
pub struct CalendarText {
    pub text: String,
    /// When the last of its entries changed; the address itself, while it has none.
    pub changed_at: Instant,
}
