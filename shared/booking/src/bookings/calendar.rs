//! A booking as one event of a calendar (RFC 5545), to be downloaded or sent by mail (RFC 5546).

use std::fmt::Write as _;

use super::Booking;
use super::status::BookingStatus;
use parlour_senders::Attachment;
use parlour_senders::templates::Brand;
use parlour_values::time::{Instant, IstDate, TimeOfDay};

/// India keeps one offset the whole year.
const ZONE: &str = "BEGIN:VTIMEZONE\r\nTZID:Asia/Kolkata\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n\
                    TZOFFSETFROM:+0530\r\nTZOFFSETTO:+0530\r\nTZNAME:IST\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n";
/// Longest line in octets, its end not counted.
const LINE: usize = 75;
/// How long before the start the calendar reminds.
const ALARM: &str = "-PT1H";

/// What a calendar is to do with the event.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    /// Keep it: downloaded, so nobody is invited.
    Publish,
    /// Keep it, in the name of the person who got the mail.
    Request,
    /// Take it out again.
    Cancel,
}

impl Method {
    fn as_str(self) -> &'static str {
        match self {
            Self::Publish => "PUBLISH",
            Self::Request => "REQUEST",
            Self::Cancel => "CANCEL",
        }
    }
}

impl Booking {
    /// For downloading. The event keeps its name for life; each change counts its sequence up, so that calendars replace
    /// what they have. `brand` is the salon's, with phone and address of the booking's branch.
    pub fn calendar(&self, brand: &Brand) -> String {
        let method = if self.will_not_happen() { Method::Cancel } else { Method::Publish };
        self.calendar_by(method, brand, None)
    }

    /// For a mail to the customer at `address`.
    pub fn calendar_for(&self, address: &str, brand: &Brand) -> Attachment {
        let method = if self.will_not_happen() { Method::Cancel } else { Method::Request };
        Attachment {
            filename: format!("{}.ics", self.number),
            content_type: format!("text/calendar; charset=utf-8; method={}", method.as_str()),
            content: self.calendar_by(method, brand, Some(address)).into_bytes(),
        }
    }

    fn will_not_happen(&self) -> bool {
        matches!(self.status, BookingStatus::Cancelled | BookingStatus::NoShow | BookingStatus::Rejected)
    }

    fn calendar_by(&self, method: Method, brand: &Brand, attendee: Option<&str>) -> String {
        let mut text = String::from("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Parlour//Bookings//EN\r\n");
        let _ = write!(text, "CALSCALE:GREGORIAN\r\nMETHOD:{}\r\n", method.as_str());
        // The calendar's name and colour: by the standard (RFC 7986, names of colours only), and as calendars read them.
        for name in ["NAME", "X-WR-CALNAME"] {
            fold(&mut text, &format!("{name}:{}", escaped(&brand.name)));
        }
        fold(&mut text, &format!("X-APPLE-CALENDAR-COLOR:{}", brand.accent));
        text.push_str(ZONE);
        for line in self.event(method, brand, attendee) {
            fold(&mut text, &line);
        }
        text.push_str("END:VCALENDAR\r\n");
        text
    }

    fn event(&self, method: Method, brand: &Brand, attendee: Option<&str>) -> Vec<String> {
        let names = self.services.iter().map(|service| service.name.as_str()).collect::<Vec<_>>().join(", ");
        let status = match (method, self.status) {
            (Method::Cancel, _) => "CANCELLED",
            (Method::Publish | Method::Request, BookingStatus::Pending) => "TENTATIVE",
            (Method::Publish | Method::Request, _) => "CONFIRMED",
        };
        let about = [Some(format!("{}: booking {}", brand.name, self.number)), brand.phone.clone()];
        let place = [Some(&self.branch_name), brand.address.as_ref(), brand.phone.as_ref()];
        let place = place.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(", ").replace('\n', ", ");
        let mut lines = vec![
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}@parlour", self.id),
            format!("DTSTAMP:{}", utc(self.updated_at)),
            format!("LAST-MODIFIED:{}", utc(self.updated_at)),
            // Bookings of earlier days counted their moves only.
            format!("SEQUENCE:{}", self.revision.max(self.reschedule_count)),
            format!("DTSTART;TZID=Asia/Kolkata:{}", local(self.date, self.start)),
            format!("DTEND;TZID=Asia/Kolkata:{}", local(self.date, self.end)),
            format!("SUMMARY:{}", escaped(&names)),
            format!("DESCRIPTION:{}", escaped(&about.into_iter().flatten().collect::<Vec<_>>().join("\n"))),
            format!("LOCATION:{}", escaped(&place)),
            format!("STATUS:{status}"),
            format!("ORGANIZER;CN={}:{}", parameter(&brand.name), organizer(brand)),
        ];
        lines.extend(attendee.map(|address| {
            let name = parameter(&self.customer_name);
            format!("ATTENDEE;CN={name};PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:{address}")
        }));
        let contact = |phone: &String| format!("CONTACT:{}", escaped(&format!("{}, {phone}", brand.name)));
        lines.extend(brand.phone.as_ref().map(contact));
        lines.extend(brand.customer_url.as_ref().map(|site| format!("URL:{site}/bookings/{}", self.id)));
        // A cancelled event must not ring.
        if method != Method::Cancel {
            let alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", &format!("TRIGGER:{ALARM}")].map(str::to_owned);
            lines.extend(alarm);
            lines.extend([format!("DESCRIPTION:{}", escaped(&names)), "END:VALARM".to_owned()]);
        }
        lines.push("END:VEVENT".to_owned());
        lines
    }
}

/// Whom the event is from: where the salon reads mail, else its own page.
fn organizer(brand: &Brand) -> String {
    match (&brand.email, &brand.customer_url) {
        (Some(email), _) => format!("mailto:{email}"),
        (None, Some(site)) => site.clone(),
        (None, None) => "invalid:nomail".to_owned(),
    }
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
    use super::super::new_booking::tests::requested;
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

    fn brand() -> Brand {
        let text = |text: &str| Some(text.to_owned());
        let (phone, address) = (text("+91 80 4123 4567"), text("1 High Street"));
        let (email, customer_url) = (text("hello@example.test"), text("https://example.test"));
        Brand { phone, address, email, customer_url, ..Brand::default() }
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
    fn an_event_tells_what_when_where_and_by_whom() {
        let text = Booking { revision: 2, ..requested() }.calendar(&brand());
        let lines: Vec<&str> = text.split("\r\n").collect();
        for line in [
            "X-WR-CALNAME:Parlour",
            "UID:b1@parlour",
            "LAST-MODIFIED:20261116T043000Z",
            "SEQUENCE:2",
            "DTSTART;TZID=Asia/Kolkata:20261116T110000",
            "DTEND;TZID=Asia/Kolkata:20261116T121500",
            "SUMMARY:haircut\\, colour",
            "LOCATION:Main\\, 1 High Street\\, +91 80 4123 4567",
            "ORGANIZER;CN=\"Parlour\":mailto:hello@example.test",
            "CONTACT:Parlour\\, +91 80 4123 4567",
            "URL:https://example.test/bookings/b1",
            "END:VCALENDAR",
        ] {
            assert!(lines.contains(&line), "{line} in {text}");
        }
        assert!(!text.contains("ATTENDEE"));
    }

    #[test]
    fn a_calendar_keeps_what_will_happen_and_takes_out_what_will_not() {
        use BookingStatus::{Cancelled, Completed, Confirmed, InProgress, NoShow, Pending, Rejected};
        for (status, published, sent, standing) in [
            (Pending, "PUBLISH", "REQUEST", "TENTATIVE"),
            (Confirmed, "PUBLISH", "REQUEST", "CONFIRMED"),
            (InProgress, "PUBLISH", "REQUEST", "CONFIRMED"),
            (Completed, "PUBLISH", "REQUEST", "CONFIRMED"),
            (Cancelled, "CANCEL", "CANCEL", "CANCELLED"),
            (NoShow, "CANCEL", "CANCEL", "CANCELLED"),
            (Rejected, "CANCEL", "CANCEL", "CANCELLED"),
        ] {
            let booking = Booking { status, ..requested() };
            let text = booking.calendar(&brand());
            assert!(text.contains(&format!("METHOD:{published}\r\n")), "{status}");
            assert!(text.contains(&format!("STATUS:{standing}\r\n")), "{status}");
            assert_eq!(text.contains("VALARM"), published == "PUBLISH", "{status}");
            let mail = booking.calendar_for("asha@example.test", &brand());
            assert_eq!(mail.filename, "MAIN-1.ics");
            assert_eq!(mail.content_type, format!("text/calendar; charset=utf-8; method={sent}"));
            let attendee = "ATTENDEE;CN=\"Asha\";PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:asha@example.test";
            assert!(String::from_utf8(mail.content).unwrap().contains(attendee), "{status}");
        }
    }

    #[test]
    fn an_event_is_from_where_the_salon_is_reached() {
        let site = Brand { email: None, ..brand() };
        assert_eq!(organizer(&site), "https://example.test");
        assert_eq!(organizer(&Brand { customer_url: None, ..site }), "invalid:nomail");
        assert_eq!(parameter("Asha \"A\"\n"), "\"Asha 'A'\"");
    }
}
