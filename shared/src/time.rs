//! The clock, and the salon's calendar: IST days, wall-clock times, whole minutes.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, Datelike, Days, FixedOffset, NaiveDate, NaiveTime, Offset, TimeDelta, TimeZone, Timelike, Utc};
use serde::{Deserialize, Serialize};

use crate::text_enum::serde_as_text;

/// India has one time zone and no daylight saving, so a fixed offset is exact.
const IST_SECONDS: i32 = 5 * 3600 + 30 * 60;

fn ist() -> FixedOffset {
    FixedOffset::east_opt(IST_SECONDS).unwrap_or_else(|| Utc.fix())
}

/// The only source of the current time. Clones share the clock: setting one sets all.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    Real,
    /// Real time with an offset in milliseconds.
    Shifted(Arc<AtomicI64>),
    /// Fixed until it is set; for tests.
    Fixed(Arc<AtomicI64>),
}

impl Clock {
    pub fn real() -> Self {
        Self(Source::Real)
    }

    /// Starts at `now` and keeps running.
    pub fn starting_at(now: Instant) -> Self {
        let shift = now.millis().saturating_sub(Utc::now().timestamp_millis());
        Self(Source::Shifted(Arc::new(AtomicI64::new(shift))))
    }

    /// Stays at `now` until it is set.
    pub fn fixed(now: Instant) -> Self {
        Self(Source::Fixed(Arc::new(AtomicI64::new(now.millis()))))
    }

    pub fn now(&self) -> Instant {
        match &self.0 {
            Source::Real => Instant::from_millis(Utc::now().timestamp_millis()),
            Source::Shifted(shift) => {
                Instant::from_millis(Utc::now().timestamp_millis().saturating_add(shift.load(Ordering::SeqCst)))
            }
            Source::Fixed(millis) => Instant::from_millis(millis.load(Ordering::SeqCst)),
        }
    }

    /// Today in IST.
    pub fn today(&self) -> IstDate {
        self.now().ist_date()
    }

    /// Sets an adjustable clock; has no effect on the real one.
    pub fn set(&self, now: Instant) {
        match &self.0 {
            Source::Real => {}
            Source::Shifted(shift) => {
                shift.store(now.millis().saturating_sub(Utc::now().timestamp_millis()), Ordering::SeqCst);
            }
            Source::Fixed(millis) => millis.store(now.millis(), Ordering::SeqCst),
        }
    }
}

/// A deadline by the machine's monotonic clock, independent of the salon's clock.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(std::time::Instant);

impl Deadline {
    pub fn after(span: std::time::Duration) -> Self {
        let now = std::time::Instant::now();
        Self(now.checked_add(span).unwrap_or(now))
    }

    pub fn passed(self) -> bool {
        std::time::Instant::now() >= self.0
    }
}

/// Measures elapsed time by the machine's monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(std::time::Instant);

impl Stopwatch {
    pub fn start() -> Self {
        Self(std::time::Instant::now())
    }

    pub fn elapsed_ms(self) -> u64 {
        u64::try_from(self.0.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

/// A moment with millisecond precision. Written as `2026-11-16T04:30:00.000Z`, which also sorts as text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(DateTime<Utc>);

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

/// The number that these digits of a text make.
fn number(text: &str, at: usize, width: usize) -> Option<u32> {
    text.get(at..at + width)?.parse().ok()
}

/// Fills in numbers with their digits, each at its place and of its width; `None` if one of them has no such place.
fn written<'a>(text: &'a mut [u8], parts: &[(usize, usize, Option<u32>)]) -> Option<&'a str> {
    for (at, width, number) in parts {
        let mut rest = (*number)?;
        for digit in text.get_mut(*at..at + width)?.iter_mut().rev() {
            *digit = b'0' + u8::try_from(rest % 10).ok()?;
            rest /= 10;
        }
    }
    std::str::from_utf8(text).ok()
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

/// A calendar day in IST.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IstDate(NaiveDate);

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
pub struct TimeOfDay(u32);

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

serde_as_text!(Instant, IstDate, Month);

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

#[cfg(test)]
mod tests {
    use super::*;

    fn instant(text: &str) -> Instant {
        text.parse().unwrap()
    }

    #[test]
    fn the_business_day_changes_at_midnight_in_ist() {
        assert_eq!(instant("2026-11-15T18:29:59.999Z").ist_date().to_string(), "2026-11-15");
        assert_eq!(instant("2026-11-15T18:30:00Z").ist_date().to_string(), "2026-11-16");
    }

    #[test]
    fn instants_are_written_to_the_millisecond_in_utc() {
        assert_eq!(instant("2026-11-16T10:00:00+05:30").to_string(), "2026-11-16T04:30:00.000Z");
    }

    #[test]
    fn moments_and_days_are_read_and_written_as_chrono_does() {
        for millis in [0, 1, 999, 951_782_399_999, 1_795_149_016_123, 253_402_300_799_999, 253_402_300_800_000, -1] {
            let moment = Instant::from_millis(millis);
            let text = moment.utc().format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string();
            assert_eq!(moment.to_string(), text);
            assert_eq!(text.parse().ok(), (millis < 253_402_300_800_000).then_some(moment), "{text}");
            let day = moment.ist_date();
            assert_eq!(day.to_string(), day.0.format("%Y-%m-%d").to_string());
        }
        for bad in ["2026-02-30T00:00:00.000Z", "2026-11-16T24:00:00.000Z", "2026-11-16T04:30:00.000z ", "x"] {
            assert!(bad.parse::<Instant>().is_err(), "{bad}");
        }
    }

    #[test]
    fn only_real_days_in_ascii_digits_are_dates() {
        for bad in ["2027-02-30", "2026-2-03", "26-02-03", "2026/02/03", "२०२६-०२-०३", "", "2026-02-03 "]
        {
            assert!(bad.parse::<IstDate>().is_err(), "{bad}");
        }
        assert!("2028-02-29".parse::<IstDate>().is_ok());
    }

    #[test]
    fn times_are_hours_and_minutes_of_one_day() {
        for bad in ["24:00", "9:00", "09:60", "09:00:00", "ab:cd", ""] {
            assert!(bad.parse::<TimeOfDay>().is_err(), "{bad}");
        }
        assert_eq!("09:05".parse::<TimeOfDay>().unwrap().with_seconds().to_string(), "09:05:00");
    }

    #[test]
    fn a_day_and_a_time_make_a_moment_in_ist() {
        let day: IstDate = "2026-11-16".parse().unwrap();
        assert_eq!(day.at("10:00".parse().unwrap()).to_string(), "2026-11-16T04:30:00.000Z");
        assert_eq!(day.utc_midnight().to_string(), "2026-11-16T00:00:00.000Z");
    }

    #[test]
    fn no_time_is_after_midnight() {
        let late: TimeOfDay = "23:30".parse().unwrap();
        assert_eq!(late.plus(Minutes(30)), Some(TimeOfDay::END_OF_DAY));
        assert_eq!(late.plus(Minutes(31)), None);
    }

    #[test]
    fn the_end_of_the_day_can_be_stored_but_not_requested() {
        let kept = serde_json::to_string(&TimeOfDay::END_OF_DAY).unwrap();
        assert_eq!(serde_json::from_str::<TimeOfDay>(&kept).unwrap(), TimeOfDay::END_OF_DAY);
        assert!("24:00".parse::<TimeOfDay>().is_err());
    }

    #[test]
    fn ages_count_whole_years_and_leap_day_birthdays_fall_on_the_first_of_march() {
        let born: IstDate = "2008-02-29".parse().unwrap();
        assert_eq!(born.age_on("2021-02-28".parse().unwrap()), 12);
        assert_eq!(born.age_on("2021-03-01".parse().unwrap()), 13);
    }

    #[test]
    fn a_fixed_clock_does_not_move_until_it_is_set() {
        let clock = Clock::fixed(instant("2026-11-16T04:30:00Z"));
        assert_eq!(clock.now(), clock.clone().now());
        clock.clone().set(instant("2026-11-17T04:30:00Z"));
        assert_eq!(clock.today().to_string(), "2026-11-17");
    }
}
