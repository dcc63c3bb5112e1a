//! A number of gems, the points of the loyalty programme.

use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{ObjectBuilder, Type};

use crate::input::view_schemas;
use crate::money::Paise;

/// A whole number of gems.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Gems(pub i64);

view_schemas! {
    Gems: ObjectBuilder::new().schema_type(Type::Integer).description(Some("gems")),
}

impl Gems {
    pub const ZERO: Self = Self(0);

    /// One for every hundred rupees invoiced, none for a part of them.
    pub fn earned_on(total: Paise) -> Self {
        Self(total.0.max(0) / 10_000)
    }

    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    pub fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// As messages state it: never below zero.
    pub fn count(self) -> u64 {
        u64::try_from(self.0).unwrap_or(0)
    }
}

impl std::iter::Sum for Gems {
    fn sum<I: Iterator<Item = Self>>(gems: I) -> Self {
        gems.fold(Self::ZERO, Self::plus)
    }
}

impl std::fmt::Display for Gems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.0, if self.0.abs() == 1 { "gem" } else { "gems" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gem_is_earned_for_every_full_hundred_rupees() {
        for (paise, gems) in [(0, 0), (9_999, 0), (10_000, 1), (99_900, 9), (100_000, 10), (-10_000, 0)] {
            assert_eq!(Gems::earned_on(Paise(paise)), Gems(gems));
        }
    }

    #[test]
    fn messages_count_gems_and_never_below_nothing() {
        for (gems, count, text) in [(-1, 0, "-1 gem"), (0, 0, "0 gems"), (1, 1, "1 gem"), (2, 2, "2 gems")] {
            assert_eq!((Gems(gems).count(), Gems(gems).to_string().as_str()), (count, text));
        }
    }
}
