//! Calendars as text (RFC 5545): the one writer of a single booking's file, of mails and of feeds.

use std::fmt::Write as _;

use parlour_senders::templates::Brand;
use parlour_values::time::{Instant, Interval, IstDate, TimeOfDay};

/// India keeps one offset the whole year.
const ZONE: &str = "BEGIN:VTIMEZONE\r\nTZID:Asia/Kolkata\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n\
                    TZOFFSETFROM:+0530\r\nTZOFFSETTO:+0530\r\nTZNAME:IST\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n";
/// Longest line in octets, its end not counted.
const LINE: usize = 75;
/// How long before the start the calendar reminds.
const ALARM: &str = "-PT1H";

/// The action a calendar is to take with the entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// Keep it: downloaded, so nobody is invited.
    Publish,
    /// Keep it, in the name of the person who got the mail.
    Request,
    /// Take it out again.
    Cancel,
}

impl Method {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Publish => "PUBLISH",
            Self::Request => "REQUEST",
            Self::Cancel => "CANCEL",
        }
    }
}

/// One entry.
#[derive(Clone, Debug)]
pub(crate) struct CalendarEntry {
    /// Stays for life; a change counts `sequence` up, so that calendars replace what they have.
    pub uid: String,
    pub changed_at: Instant,
    pub sequence: u32,
    pub date: IstDate,
    pub time: Interval,
    pub summary: String,
    pub about: String,
    pub place: String,
    pub status: &'static str,
    /// The sender: a name and an address.
    pub organizer: Option<(String, String)>,
    /// The recipient of the mail: a name and an address.
    pub attendee: Option<(String, String)>,
    pub contact: Option<String>,
    pub url: Option<String>,
    pub rings: bool,
}

impl CalendarEntry {
    fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}", self.uid),
            // Of the change, not of the reading: calendars ignore an edit that is no newer than what they have.
            format!("DTSTAMP:{}", utc(self.changed_at)),
            format!("LAST-MODIFIED:{}", utc(self.changed_at)),
            format!("SEQUENCE:{}", self.sequence),
            format!("DTSTART;TZID=Asia/Kolkata:{}", local(self.date, self.time.start)),
            format!("DTEND;TZID=Asia/Kolkata:{}", local(self.date, self.time.end)),
            format!("SUMMARY:{}", escaped(&self.summary)),
            format!("DESCRIPTION:{}", escaped(&self.about)),
            format!("LOCATION:{}", escaped(&self.place)),
            format!("STATUS:{}", self.status),
        ];
        let organizer = |(name, address): &(String, String)| format!("ORGANIZER;CN={}:{address}", parameter(name));
        lines.extend(self.organizer.as_ref().map(organizer));
        lines.extend(self.attendee.as_ref().map(|(name, address)| {
            format!("ATTENDEE;CN={};PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:{address}", parameter(name))
        }));
        lines.extend(self.contact.as_ref().map(|contact| format!("CONTACT:{}", escaped(contact))));
        lines.extend(self.url.as_ref().map(|url| format!("URL:{url}")));
        if self.rings {
            let alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", &format!("TRIGGER:{ALARM}")].map(str::to_owned);
            lines.extend(alarm);
            lines.extend([format!("DESCRIPTION:{}", escaped(&self.summary)), "END:VALARM".to_owned()]);
        }
        lines.push("END:VEVENT".to_owned());
        lines
    }
}

/// A single entry, to be downloaded or sent by mail (RFC 5546).
pub(crate) fn file(method: Method, brand: &Brand, entry: &CalendarEntry) -> String {
    let method = format!("METHOD:{}\r\n", method.as_str());
    text(&method, &brand.name, brand, "", std::iter::once(entry))
}

/// Entries to be read again and again from the same address: they invite nobody.
pub(crate) fn feed<'a>(name: &str, brand: &Brand, entries: impl Iterator<Item = &'a CalendarEntry>) -> String {
    // As the standard says it (RFC 7986) and as Outlook reads it; nobody comes more often for it.
    let renewal = "REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\nX-WR-TIMEZONE:Asia/Kolkata\r\n";
    text("", name, brand, renewal, entries)
}

fn text<'a>(
    method: &str,
    name: &str,
    brand: &Brand,
    renewal: &str,
    entries: impl Iterator<Item = &'a CalendarEntry>,
) -> String {
    let mut text = String::from("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Parlour//Bookings//EN\r\n");
    let _ = write!(text, "CALSCALE:GREGORIAN\r\n{method}");
    // The calendar's name and colour: by the standard (RFC 7986, names of colours only), and as calendars read them.
    for property in ["NAME", "X-WR-CALNAME"] {
        fold(&mut text, &format!("{property}:{}", escaped(name)));
    }
    fold(&mut text, &format!("X-APPLE-CALENDAR-COLOR:{}", brand.accent));
    text.push_str(renewal);
    text.push_str(ZONE);
    for line in entries.flat_map(CalendarEntry::lines) {
        fold(&mut text, &line);
    }
    text.push_str("END:VCALENDAR\r\n");
    text
}

/// The value of a parameter; it cannot hold quotes.
fn parameter(text: &str) -> String {
    let plain: String = text.chars().filter(|letter| !letter.is_control()).collect();
    format!("\"{}\"", plain.replace('"', "'"))
}

fn utc(moment: Instant) -> String {
    moment.utc().format("%Y%m%dT%H%M%SZ").to_string()
}

/// Midnight at the end of a day is the beginning of the next.
fn local(date: IstDate, time: TimeOfDay) -> String {
    let (date, time) =
        if time == TimeOfDay::END_OF_DAY { (date.plus_days(1), TimeOfDay::MIDNIGHT) } else { (date, time) };
    let minutes = time.minutes();
    format!("{:04}{:02}{:02}T{:02}{:02}00", date.year(), date.month(), date.day(), minutes / 60, minutes % 60)
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' | ';' | ',' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            '\n' => escaped.push_str("\\n"),
            letter if letter.is_control() => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Long lines go on behind a blank, never inside a letter.
fn fold(text: &mut String, line: &str) {
    let mut room = LINE;
    for letter in line.chars() {
        if letter.len_utf8() > room {
            text.push_str("\r\n ");
            room = LINE - 1;
        }
        room -= letter.len_utf8();
        let _ = text.write_char(letter);
    }
    text.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_and_long_lines_are_folded_between_letters() {
        assert_eq!(escaped("Cut, colour; \\ and\nmore\r"), "Cut\\, colour\\; \\\\ and\\nmore");
        let mut text = String::new();
        fold(&mut text, &format!("SUMMARY:{}", "प".repeat(60)));
        let lines: Vec<&str> = text.trim_end().split("\r\n").collect();
        assert!(lines.len() > 1 && lines.iter().all(|line| line.len() <= LINE));
        assert!(lines.iter().skip(1).all(|line| line.starts_with(' ')));
        assert_eq!(lines.concat().replace(' ', ""), format!("SUMMARY:{}", "प".repeat(60)));
    }

    #[test]
    fn the_last_midnight_of_a_day_is_the_first_of_the_next() {
        let day: IstDate = "2026-12-31".parse().unwrap();
        assert_eq!(local(day, "21:05".parse().unwrap()), "20261231T210500");
        assert_eq!(local(day, TimeOfDay::END_OF_DAY), "20270101T000000");
    }

    #[test]
    fn a_line_is_folded_behind_its_75th_octet() {
        for (octets, lengths) in [(75, vec![75]), (76, vec![75, 2]), (149, vec![75, 75]), (150, vec![75, 75, 2])] {
            let mut text = String::new();
            fold(&mut text, &"a".repeat(octets));
            assert_eq!(text.trim_end().split("\r\n").map(str::len).collect::<Vec<_>>(), lengths);
        }
    }

    #[test]
    fn a_parameter_holds_no_quotes_and_no_new_lines() {
        assert_eq!(parameter("Asha \"A\"\n"), "\"Asha 'A'\"");
    }

    #[test]
    fn a_feed_has_no_method_and_says_how_often_it_is_worth_reading() {
        let text = feed("My days", &Brand::default(), [].iter());
        for line in
            ["REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H", "X-WR-CALNAME:My days", "NAME:My days"]
        {
            assert!(text.contains(&format!("{line}\r\n")), "{line} in {text}");
        }
        assert!(!text.contains("METHOD"));
    }
}
