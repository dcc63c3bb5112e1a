//! Days, times, spans and lists as people write them, in each language that the salon speaks.

use crate::language::Language;
use crate::time::{IstDate, Minutes, TimeOfDay};

const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const HINDI_WEEKDAYS: [&str; 7] = ["सोम", "मंगल", "बुध", "गुरु", "शुक्र", "शनि", "रवि"];
const HINDI_MONTHS: [&str; 12] = ["जन", "फ़र", "मार्च", "अप्रैल", "मई", "जून", "जुल", "अग", "सित", "अक्टू", "नव", "दिस"];

/// `Tue` of 2.
pub fn weekday(language: Language, number: u32) -> &'static str {
    match language {
        Language::English => named(&WEEKDAYS, number),
        Language::Hindi => named(&HINDI_WEEKDAYS, number),
    }
}

/// `Nov` of 11.
pub fn month(language: Language, number: u32) -> &'static str {
    match language {
        Language::English => named(&MONTHS, number),
        Language::Hindi => named(&HINDI_MONTHS, number),
    }
}

/// `Mon 16 Nov 2026`.
pub fn day(language: Language, date: IstDate) -> String {
    format!("{} {} {} {}", weekday(language, date.weekday()), date.day(), month(language, date.month()), date.year())
}

/// `12:00 pm`; in Hindi with the part of the day, and without minutes where there are none: `दोपहर 12 बजे`.
pub fn time(language: Language, time: TimeOfDay) -> String {
    let (hour, minute) = (time.minutes() / 60 % 24, time.minutes() % 60);
    let twelve = if hour % 12 == 0 { 12 } else { hour % 12 };
    match language {
        Language::English => format!("{twelve}:{minute:02} {}", if hour < 12 { "am" } else { "pm" }),
        Language::Hindi => {
            let part = match hour {
                4..=11 => "सुबह",
                12..=15 => "दोपहर",
                16..=19 => "शाम",
                _ => "रात",
            };
            if minute == 0 {
                format!("{part} {twelve} बजे")
            } else {
                format!("{part} {twelve}:{minute:02} बजे")
            }
        }
    }
}

/// `Mon 16 Nov 2026, 12:00 pm`.
pub fn day_and_time(language: Language, date: IstDate, start: TimeOfDay) -> String {
    format!("{}, {}", day(language, date), time(language, start))
}

/// `12:00 pm to 1:30 pm`.
pub fn from_to(language: Language, from: TimeOfDay, to: TimeOfDay) -> String {
    let (from, to) = (time(language, from), time(language, to));
    match language {
        Language::English => format!("{from} to {to}"),
        Language::Hindi => format!("{from} से {to} तक"),
    }
}

/// `45 minutes`, `1 hour`, `2 hours 30 minutes`.
pub fn duration(language: Language, minutes: Minutes) -> String {
    let (hours, rest) = (minutes.0 / 60, minutes.0 % 60);
    let (in_hours, in_minutes) = match language {
        Language::English => (count(u64::from(hours), "hour"), count(u64::from(rest), "minute")),
        Language::Hindi => (format!("{hours} {}", if hours == 1 { "घंटा" } else { "घंटे" }), format!("{rest} मिनट")),
    };
    match (hours, rest) {
        (0, _) => in_minutes,
        (_, 0) => in_hours,
        _ => format!("{in_hours} {in_minutes}"),
    }
}

/// `1 gem`, `2 gems`: of English nouns.
pub fn count(number: u64, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// `Haircut`, `Haircut and Facial`, `Haircut, Facial and Manicure`.
pub fn list(language: Language, names: &[String]) -> String {
    let and = match language {
        Language::English => "and",
        Language::Hindi => "और",
    };
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {and} {last}", first.join(", ")),
    }
}

fn named(names: &'static [&'static str], number: u32) -> &'static str {
    usize::try_from(number).ok().and_then(|number| names.get(number.checked_sub(1)?)).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LANGUAGES: [Language; 2] = [Language::English, Language::Hindi];

    #[test]
    fn days_and_times_read_as_people_write_them() {
        let date = "2026-11-16".parse().unwrap();
        for (clock, english, hindi) in [
            ("12:00", "Mon 16 Nov 2026, 12:00 pm", "सोम 16 नव 2026, दोपहर 12 बजे"),
            ("00:05", "Mon 16 Nov 2026, 12:05 am", "सोम 16 नव 2026, रात 12:05 बजे"),
            ("09:30", "Mon 16 Nov 2026, 9:30 am", "सोम 16 नव 2026, सुबह 9:30 बजे"),
            ("18:00", "Mon 16 Nov 2026, 6:00 pm", "सोम 16 नव 2026, शाम 6 बजे"),
            ("20:30", "Mon 16 Nov 2026, 8:30 pm", "सोम 16 नव 2026, रात 8:30 बजे"),
        ] {
            let told = LANGUAGES.map(|language| day_and_time(language, date, clock.parse().unwrap()));
            assert_eq!(told, [english, hindi]);
        }
        assert_eq!(LANGUAGES.map(|language| time(language, TimeOfDay::END_OF_DAY)), ["12:00 am", "रात 12 बजे"]);
        let (from, to) = ("10:00".parse().unwrap(), "16:15".parse().unwrap());
        assert_eq!(
            LANGUAGES.map(|language| from_to(language, from, to)),
            ["10:00 am to 4:15 pm", "सुबह 10 बजे से शाम 4:15 बजे तक"]
        );
    }

    #[test]
    fn durations_and_counts_agree_with_their_numbers() {
        for (minutes, english, hindi) in [
            (0, "0 minutes", "0 मिनट"),
            (1, "1 minute", "1 मिनट"),
            (45, "45 minutes", "45 मिनट"),
            (60, "1 hour", "1 घंटा"),
            (150, "2 hours 30 minutes", "2 घंटे 30 मिनट"),
        ] {
            assert_eq!(LANGUAGES.map(|language| duration(language, Minutes(minutes))), [english, hindi]);
        }
        assert_eq!((count(1, "gem"), count(12, "gem")), ("1 gem".to_owned(), "12 gems".to_owned()));
    }

    #[test]
    fn lists_end_in_and() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let three = names(&["Haircut", "Facial", "Manicure"]);
        let told = LANGUAGES.map(|language| list(language, &three));
        assert_eq!(told, ["Haircut, Facial and Manicure", "Haircut, Facial और Manicure"]);
        assert_eq!(list(Language::English, &names(&["Haircut"])), "Haircut");
        assert_eq!(list(Language::Hindi, &[]), "");
    }
}
