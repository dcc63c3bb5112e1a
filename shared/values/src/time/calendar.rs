//! Days and months of the salon's calendar.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Datelike as _, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone as _};

use super::digits::{number, written};
use super::instant::ist;
use super::{Instant, TimeOfDay};
use crate::text_enum::serde_as_text;

/// A calendar day in IST.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IstDate(pub(super) NaiveDate);

impl IstDate {
    pub fn from_ymd(year: i32, month: u32, day: u32) -> Option<Self> {
        NaiveDate::from_ymd_opt(year, month, day).map(Self)
    }

    pub fn year(self) -> i32 {
        self.0.year()
    }

    pub fn month(self) -> u32 {
        self.0.month()
    }

    pub fn day(self) -> u32 {
        self.0.day()
    }

    /// Monday is 1, Sunday 7.
    pub fn weekday(self) -> u32 {
        self.0.weekday().number_from_monday()
    }

    pub fn plus_days(self, days: u64) -> Self {
        Self(self.0.checked_add_days(Days::new(days)).unwrap_or(self.0))
    }

    pub fn minus_days(self, days: u64) -> Self {
        Self(self.0.checked_sub_days(Days::new(days)).unwrap_or(self.0))
    }

    /// Whole days from `earlier` to this day; negative if it is later.
    pub fn days_since(self, earlier: Self) -> i64 {
        (self.0 - earlier.0).num_days()
    }

    /// The moment of this day and time in IST.
    pub fn at(self, time: TimeOfDay) -> Instant {
        let local = self.0.and_time(NaiveTime::MIN) + TimeDelta::minutes(i64::from(time.0));
        Instant(ist().from_local_datetime(&local).single().map_or(DateTime::UNIX_EPOCH, |moment| moment.to_utc()))
    }

    /// Midnight in IST, the start of the day.
    pub fn start(self) -> Instant {
        self.at(TimeOfDay::MIDNIGHT)
    }

    /// Midnight UTC, the format of date-only fields (offers) in responses.
    pub fn utc_midnight(self) -> Instant {
        Instant(self.0.and_time(NaiveTime::MIN).and_utc())
    }

    /// This day up to and including `last`.
    pub fn through(self, last: Self) -> impl Iterator<Item = Self> {
        self.0.iter_days().take_while(move |day| *day <= last.0).map(Self)
    }

    pub fn calendar_month(self) -> Month {
        Month { year: self.year(), month: self.month() }
    }

    /// The same day some years ago; of 29 February the day before it, where there was none.
    pub fn years_before(self, years: i32) -> Self {
        let year = self.year().saturating_sub(years);
        let day = Self::from_ymd(year, self.month(), self.day());
        day.or_else(|| Self::from_ymd(year, self.month(), self.day().saturating_sub(1))).unwrap_or(self)
    }

    /// Whole years from this day (a birthday) to `today`.
    pub fn age_on(self, today: Self) -> i32 {
        let had_birthday = (today.month(), today.day()) >= (self.month(), self.day());
        today.year() - self.year() - i32::from(!had_birthday)
    }
}

impl fmt::Display for IstDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = *b"0000-00-00";
        let year = u32::try_from(self.year()).ok().filter(|year| *year <= 9999);
        match written(&mut text, &[(0, 4, year), (5, 2, Some(self.month())), (8, 2, Some(self.day()))]) {
            Some(text) => f.write_str(text),
            None => write!(f, "{}", self.0.format("%Y-%m-%d")),
        }
    }
}

impl fmt::Debug for IstDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for IstDate {
    type Err = String;

    /// Exactly `YYYY-MM-DD` in ASCII digits, and a real day.
    fn from_str(text: &str) -> Result<Self, String> {
        let malformed = || "must be a date as YYYY-MM-DD".to_owned();
        let shape = text.len() == 10
            && text
                .bytes()
                .enumerate()
                .all(|(at, byte)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() });
        if !shape {
            return Err(malformed());
        }
        let parts = (number(text, 0, 4), number(text, 5, 2), number(text, 8, 2));
        let (Some(year), Some(month), Some(day)) = parts else { return Err(malformed()) };
        Self::from_ymd(i32::try_from(year).unwrap_or(i32::MAX), month, day)
            .ok_or_else(|| "must be a real calendar date".to_owned())
    }
}

/// A calendar month, `2026-11`, by which lists are partitioned and reports are made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Month {
    pub year: i32,
    pub month: u32,
}

impl Month {
    pub fn first_day(self) -> IstDate {
        IstDate::from_ymd(self.year, self.month, 1).unwrap_or(IstDate(NaiveDate::MIN))
    }

    pub fn last_day(self) -> IstDate {
        self.next().first_day().minus_days(1)
    }

    pub fn next(self) -> Self {
        if self.month == 12 {
            Self { year: self.year + 1, month: 1 }
        } else {
            Self { year: self.year, month: self.month + 1 }
        }
    }

    pub fn previous(self) -> Self {
        if self.month == 1 {
            Self { year: self.year - 1, month: 12 }
        } else {
            Self { year: self.year, month: self.month - 1 }
        }
    }

    /// `2611`, as in booking numbers.
    pub fn yymm(self) -> String {
        format!("{:02}{:02}", self.year.rem_euclid(100), self.month)
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

impl FromStr for Month {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        format!("{text}-01")
            .parse::<IstDate>()
            .map(IstDate::calendar_month)
            .map_err(|_| "must be a month as YYYY-MM".to_owned())
    }
}

serde_as_text!(IstDate, Month);

/// The range split by month.
pub fn months_between(from: IstDate, to: IstDate) -> Vec<(IstDate, IstDate)> {
    let mut parts = Vec::new();
    let mut month: Month = from.calendar_month();
    while month <= to.calendar_month() && from <= to {
        parts.push((from.max(month.first_day()), to.min(month.last_day())));
        month = month.next();
    }
    parts
}
