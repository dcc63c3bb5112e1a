//! A calendar feed as its owner sees it, once.

use serde::Serialize;
use utoipa::ToSchema;

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CalendarAnswer {
    /// Where calendars read it. It is not shown again.
    pub url: String,
}
