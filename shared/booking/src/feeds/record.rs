//! A calendar feed, as it is kept.

use serde::{Deserialize, Serialize};

use super::token::FeedToken;
use parlour_people::auth::User;
use parlour_storage::table::{Key, Record, keys};
use parlour_values::id::UserId;
use parlour_values::role::Role;
use parlour_values::text_enum::text_enum;
use parlour_values::time::Instant;

text_enum! {
    /// The entries of a person that the feed shows.
    pub enum FeedOf {
        /// The visits of a customer.
        Visits => "visits",
        /// The work of a staff member.
        Work => "work",
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CalendarFeed {
    pub user_id: UserId,
    pub of: FeedOf,
    pub hash: String,
    pub created_at: Instant,
}

impl CalendarFeed {
    /// Whether whoever shows this token may read it. It ends with whatever else lets its owner in: when they leave, and when
    /// they are signed out everywhere.
    pub(super) fn admits(&self, token: &FeedToken, user: &User) -> bool {
        self.hash == token.hash()
            && user.is_active
            && (self.of == FeedOf::Visits || user.role.satisfies(Role::Staff))
            && user.sessions_valid_from.is_none_or(|from| self.created_at >= from)
    }
}

impl Record for CalendarFeed {
    const KIND: &'static str = "calendar_feed";

    fn key(&self) -> Key {
        keys::calendar_feed(&self.user_id, self.of.as_str())
    }
}
