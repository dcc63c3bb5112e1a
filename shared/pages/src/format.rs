//! Money, days, times and spans as people write them, in their language. IST throughout.

use parlour_values::time::{Instant, IstDate, Minutes, TimeOfDay};
use parlour_values::wording;

use crate::words::Words;

/// `Tue`.
pub fn weekday(words: &Words, day: IstDate) -> &'static str {
    weekday_number(words, day.weekday())
}

/// `Tue` of 2.
pub fn weekday_number(words: &Words, number: u32) -> &'static str {
    wording::weekday(words.language, number)
}

/// `Nov`.
pub fn month(words: &Words, day: IstDate) -> &'static str {
    wording::month(words.language, day.month())
}

/// `Tue 17 Nov`; with the year where it is not this one.
pub fn day(words: &Words, day: IstDate, today: IstDate) -> String {
    let short = format!("{} {} {}", weekday(words, day), day.day(), month(words, day));
    if day.year() == today.year() { short } else { format!("{short} {}", day.year()) }
}

/// `today`, `tomorrow`, else `Tue 17 Nov`.
pub fn near_day(words: &Words, date: IstDate, today: IstDate) -> String {
    match date.days_since(today) {
        -1 => words.yesterday(),
        0 => words.today(),
        1 => words.tomorrow(),
        _ => day(words, date, today),
    }
}

/// `17 Nov 2026`, for dates far off.
pub fn full_date(words: &Words, date: IstDate) -> String {
    format!("{} {} {}", date.day(), month(words, date), date.year())
}

/// `10:30 am`.
pub fn time(words: &Words, time: TimeOfDay) -> String {
    wording::time(words.language, time)
}

/// `10:00 am to 9:00 pm`.
pub fn hours(words: &Words, from: TimeOfDay, to: TimeOfDay) -> String {
    wording::from_to(words.language, from, to)
}

/// `Tue 17 Nov, 10:30 am`.
pub fn moment(words: &Words, at: Instant, today: IstDate) -> String {
    format!("{}, {}", near_day(words, at.ist_date(), today), time(words, at.ist_time()))
}

/// `45 min`, `1 h 30 min`.
pub fn span(words: &Words, minutes: Minutes) -> String {
    let (hours, rest) = (minutes.0 / 60, minutes.0 % 60);
    match (hours, rest) {
        (0, rest) => words.span_minutes(rest),
        (hours, 0) => words.span_hours(hours),
        (hours, rest) => words.span_hours_minutes(hours, rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    fn words() -> Words {
        Words::english()
    }

    fn date(text: &str) -> IstDate {
        text.parse().unwrap()
    }

    #[test]
    fn days_are_short_and_near_ones_have_names() {
        let today = date("2026-11-16");
        assert_eq!(near_day(&words(), date("2026-11-16"), today), "today");
        assert_eq!(near_day(&words(), date("2026-11-17"), today), "tomorrow");
        assert_eq!(near_day(&words(), date("2026-11-18"), today), "Wed 18 Nov");
        assert_eq!(day(&words(), date("2027-01-05"), today), "Tue 5 Jan 2027");
        assert_eq!(day(&Words::of(Language::Hindi), date("2026-11-17"), today), "मंगल 17 नव");
    }

    #[test]
    fn spans_are_hours_and_minutes() {
        for (minutes, told) in [(45, "45 min"), (60, "1 h"), (90, "1 h 30 min"), (600, "10 h")] {
            assert_eq!(span(&words(), Minutes(minutes)), told);
        }
    }
}
