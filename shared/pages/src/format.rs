//! Money, days, times and spans as people write them, in their language. IST throughout.

use parlour_values::time::{Instant, IstDate, Minutes, TimeOfDay};

use crate::words::{Language, Words};

const WEEKDAYS: [[&str; 7]; 2] =
    [["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], ["सोम", "मंगल", "बुध", "गुरु", "शुक्र", "शनि", "रवि"]];
const MONTHS: [[&str; 12]; 2] = [
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
    ["जन", "फ़र", "मार्च", "अप्रै", "मई", "जून", "जुल", "अग", "सित", "अक्टू", "नव", "दिस"],
];

fn of<const N: usize>(table: [[&'static str; N]; 2], language: Language, number: u32) -> &'static str {
    let row = match language {
        Language::English => table[0],
        Language::Hindi => table[1],
    };
    let at = usize::try_from(number.saturating_sub(1)).unwrap_or(0);
    row.get(at).copied().unwrap_or_default()
}

/// `Tue`.
pub fn weekday(words: &Words, day: IstDate) -> &'static str {
    weekday_number(words, day.weekday())
}

/// `Tue` of 2.
pub fn weekday_number(words: &Words, number: u32) -> &'static str {
    of(WEEKDAYS, words.language, number)
}

/// `Nov`.
pub fn month(words: &Words, day: IstDate) -> &'static str {
    of(MONTHS, words.language, day.month())
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
    let (hour, minute) = (time.minutes() / 60 % 24, time.minutes() % 60);
    let clock = format!("{}:{minute:02}", if hour % 12 == 0 { 12 } else { hour % 12 });
    if hour < 12 { words.before_noon(&clock) } else { words.after_noon(&clock) }
}

/// `10:00 am to 9:00 pm`.
pub fn hours(words: &Words, from: TimeOfDay, to: TimeOfDay) -> String {
    words.hours_from_to(time(words, from), time(words, to))
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
    fn times_are_on_a_twelve_hour_clock() {
        for (given, told) in [("00:05", "12:05 am"), ("10:30", "10:30 am"), ("12:00", "12:00 pm"), ("21:00", "9:00 pm")]
        {
            assert_eq!(time(&words(), given.parse().unwrap()), told);
        }
    }

    #[test]
    fn spans_are_hours_and_minutes() {
        for (minutes, told) in [(45, "45 min"), (60, "1 h"), (90, "1 h 30 min"), (600, "10 h")] {
            assert_eq!(span(&words(), Minutes(minutes)), told);
        }
    }
}
