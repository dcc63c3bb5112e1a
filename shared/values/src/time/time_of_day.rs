//! Whole minutes, and the time of day on the wall.

use std::fmt;
use std::str::FromStr;

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

/// A length of time in whole minutes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Minutes(pub u32);

impl Minutes {
    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    pub fn delta(self) -> TimeDelta {
        TimeDelta::minutes(i64::from(self.0))
    }
}

impl std::iter::Sum for Minutes {
    fn sum<I: Iterator<Item = Self>>(minutes: I) -> Self {
        minutes.fold(Self(0), Self::plus)
    }
}

/// A wall-clock time in IST, in minutes after midnight; 24:00 is the end of the day.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeOfDay(pub(super) u32);

impl TimeOfDay {
    pub const MIDNIGHT: Self = Self(0);
    pub const END_OF_DAY: Self = Self(24 * 60);

    pub const fn from_minutes(minutes: u32) -> Option<Self> {
        if minutes <= Self::END_OF_DAY.0 { Some(Self(minutes)) } else { None }
    }

    pub const fn hm(hour: u32, minute: u32) -> Option<Self> {
        if hour < 24 && minute < 60 { Some(Self(hour * 60 + minute)) } else { None }
    }

    pub const fn minutes(self) -> u32 {
        self.0
    }

    /// `None` if the result would be after midnight.
    pub fn plus(self, minutes: Minutes) -> Option<Self> {
        self.0.checked_add(minutes.0).and_then(Self::from_minutes)
    }

    pub fn with_seconds(self) -> WithSeconds {
        WithSeconds(self)
    }
}

/// `HH:mm:ss`, the format of booking times in responses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WithSeconds(pub TimeOfDay);

impl fmt::Display for WithSeconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:00", self.0)
    }
}

impl Serialize for WithSeconds {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

impl fmt::Debug for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for TimeOfDay {
    type Err = String;

    /// Exactly `HH:mm`, 00:00 to 23:59.
    fn from_str(text: &str) -> Result<Self, String> {
        let malformed = || "must be a time as HH:mm, 24-hour".to_owned();
        let digit =
            |at: usize| text.as_bytes().get(at).filter(|byte| byte.is_ascii_digit()).map(|byte| u32::from(byte - b'0'));
        if text.len() != 5 || text.as_bytes().get(2) != Some(&b':') {
            return Err(malformed());
        }
        match (digit(0), digit(1), digit(3), digit(4)) {
            (Some(h1), Some(h2), Some(m1), Some(m2)) => Self::hm(h1 * 10 + h2, m1 * 10 + m2).ok_or_else(malformed),
            _ => Err(malformed()),
        }
    }
}

impl Serialize for TimeOfDay {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Also accepts `24:00`, which may be stored as an end but not requested.
impl<'de> Deserialize<'de> for TimeOfDay {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        if text == "24:00" { Ok(Self::END_OF_DAY) } else { text.parse().map_err(serde::de::Error::custom) }
    }
}
