//! A booking as one event of a calendar (RFC 5545).

use std::fmt::Write as _;

use super::Booking;
use super::status::BookingStatus;
use crate::outbound::templates::Brand;
use crate::time::{Instant, IstDate, TimeOfDay};

/// India keeps one offset the whole year.
const ZONE: &str = "BEGIN:VTIMEZONE\r\nTZID:Asia/Kolkata\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n\
                    TZOFFSETFROM:+0530\r\nTZOFFSETTO:+0530\r\nTZNAME:IST\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n";
/// Longest line in octets, its end not counted.
const LINE: usize = 75;

impl Booking {
    /// The event keeps its name for life; each move counts its sequence up, so that calendars replace what they have.
    /// `brand` is the salon's, with the number of the booking's branch.
    pub fn calendar(&self, brand: &Brand) -> String {
        let names: Vec<&str> = self.services.iter().map(|service| service.name.as_str()).collect();
        let status = match self.status {
            BookingStatus::Pending => "TENTATIVE",
            BookingStatus::Confirmed | BookingStatus::InProgress | BookingStatus::Completed => "CONFIRMED",
            BookingStatus::Cancelled | BookingStatus::NoShow | BookingStatus::Rejected => "CANCELLED",
        };
        let about = match &brand.phone {
            Some(phone) => format!("{}: booking {}\n{phone}", brand.name, self.number),
            None => format!("{}: booking {}", brand.name, self.number),
        };
        let mut text = String::from("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Parlour//Bookings//EN\r\n");
        text.push_str("CALSCALE:GREGORIAN\r\nMETHOD:PUBLISH\r\n");
        // The calendar's name and colour: by the standard (RFC 7986, names of colours only), and as calendars read them.
        for name in ["NAME", "X-WR-CALNAME"] {
            fold(&mut text, &format!("{name}:{}", escaped(&brand.name)));
        }
        fold(&mut text, &format!("X-APPLE-CALENDAR-COLOR:{}", brand.accent));
        text.push_str(ZONE);
        let lines = [
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}@parlour", self.id),
            format!("DTSTAMP:{}", utc(self.updated_at)),
            format!("LAST-MODIFIED:{}", utc(self.updated_at)),
            format!("SEQUENCE:{}", self.reschedule_count),
            format!("DTSTART;TZID=Asia/Kolkata:{}", local(self.date, self.start)),
            format!("DTEND;TZID=Asia/Kolkata:{}", local(self.date, self.end)),
            format!("SUMMARY:{}", escaped(&names.join(", "))),
            format!("DESCRIPTION:{}", escaped(&about)),
            format!("LOCATION:{}", escaped(&self.branch_name)),
            format!("STATUS:{status}"),
        ]
        .into_iter()
        .chain(brand.phone.as_ref().map(|phone| format!("CONTACT:{}", escaped(&format!("{}, {phone}", brand.name)))))
        .chain(["END:VEVENT".to_owned(), "END:VCALENDAR".to_owned()]);
        for line in lines {
            fold(&mut text, &line);
        }
        text
    }
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
}
