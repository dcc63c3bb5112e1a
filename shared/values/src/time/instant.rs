//! A moment, and how it is written.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Datelike as _, FixedOffset, NaiveDate, NaiveTime, Offset as _, TimeDelta, Timelike as _, Utc};
use serde::{Deserialize, Serialize};

use super::digits::{number, written};
use super::{IstDate, TimeOfDay};
use crate::text_enum::serde_as_text;

/// India has one time zone and no daylight saving, so a fixed offset is exact.
const IST_SECONDS: i32 = 5 * 3600 + 30 * 60;

pub(super) fn ist() -> FixedOffset {
    FixedOffset::east_opt(IST_SECONDS).unwrap_or_else(|| Utc.fix())
}
/// A moment with millisecond precision. Written as `2026-11-16T04:30:00.000Z`, which also sorts as text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(pub(super) DateTime<Utc>);

/// A moment to the second, in the ten digits that it takes at most where every byte is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnixSecond(i64);

impl From<Instant> for UnixSecond {
    fn from(moment: Instant) -> Self {
        Self(moment.seconds())
    }
}

impl Instant {
    pub fn from_millis(millis: i64) -> Self {
        Self(DateTime::from_timestamp_millis(millis).unwrap_or(DateTime::UNIX_EPOCH))
    }

    pub fn from_seconds(seconds: i64) -> Self {
        Self::from_millis(seconds.saturating_mul(1000))
    }

    pub fn millis(self) -> i64 {
        self.0.timestamp_millis()
    }

    pub fn seconds(self) -> i64 {
        self.0.timestamp()
    }

    pub fn utc(self) -> DateTime<Utc> {
        self.0
    }

    /// As clocks in the salon show it.
    pub fn ist(self) -> DateTime<FixedOffset> {
        self.0.with_timezone(&ist())
    }

    pub fn ist_date(self) -> IstDate {
        IstDate(self.ist().date_naive())
    }

    /// The wall-clock time in IST, without seconds.
    pub fn ist_time(self) -> TimeOfDay {
        let local = self.ist();
        TimeOfDay(local.hour() * 60 + local.minute())
    }

    /// As headers of HTTP have it: `Mon, 16 Nov 2026 04:30:00 GMT`.
    pub fn http_date(self) -> String {
        self.0.format("%a, %d %b %Y %H:%M:%S GMT").to_string()
    }

    pub fn plus(self, span: TimeDelta) -> Self {
        Self(self.0.checked_add_signed(span).unwrap_or(self.0))
    }

    pub fn minus(self, span: TimeDelta) -> Self {
        Self(self.0.checked_sub_signed(span).unwrap_or(self.0))
    }

    /// A moment as we write them, which the table has many of; other forms of ISO 8601 take longer to read.
    fn as_written(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let shape = bytes.len() == 24
            && bytes.iter().zip(b"0000-00-00T00:00:00.000Z").all(|(byte, shape)| match shape {
                b'0' => byte.is_ascii_digit(),
                mark => byte == mark,
            });
        if !shape {
            return None;
        }
        let day = NaiveDate::from_ymd_opt(
            i32::try_from(number(text, 0, 4)?).ok()?,
            number(text, 5, 2)?,
            number(text, 8, 2)?,
        )?;
        let time = NaiveTime::from_hms_milli_opt(
            number(text, 11, 2)?,
            number(text, 14, 2)?,
            number(text, 17, 2)?,
            number(text, 20, 3)?,
        )?;
        Some(Self(day.and_time(time).and_utc()))
    }

    /// The time from `earlier` to this moment; negative if it is later.
    pub fn since(self, earlier: Self) -> TimeDelta {
        self.0 - earlier.0
    }
}

impl fmt::Display for Instant {
    /// By hand: a list writes thousands of moments, and chrono reads its format anew for each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = *b"0000-00-00T00:00:00.000Z";
        let (day, time) = (self.0.date_naive(), self.0.time());
        let millis = time.nanosecond() / 1_000_000;
        let parts = [
            (0, 4, u32::try_from(day.year()).ok().filter(|year| *year <= 9999)),
            (5, 2, Some(day.month())),
            (8, 2, Some(day.day())),
            (11, 2, Some(time.hour())),
            (14, 2, Some(time.minute())),
            (17, 2, Some(time.second())),
            (20, 3, Some(millis)),
        ];
        match written(&mut text, &parts) {
            Some(text) => f.write_str(text),
            None => write!(f, "{}", self.0.format("%Y-%m-%dT%H:%M:%S%.3fZ")),
        }
    }
}

impl fmt::Debug for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Instant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(ours) = Self::as_written(text) {
            return Ok(ours);
        }
        DateTime::parse_from_rfc3339(text)
            .map(|moment| Self::from_millis(moment.timestamp_millis()))
            .map_err(|_| "must be an ISO 8601 date and time".to_owned())
    }
}

serde_as_text!(Instant);
