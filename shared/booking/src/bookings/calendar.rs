//! A booking as one event of a calendar (RFC 5545), to be downloaded or sent by mail (RFC 5546).

use super::Booking;
use super::status::BookingStatus;
use crate::ical::{self, CalendarEntry, Method};
use parlour_senders::Attachment;
use parlour_senders::templates::Brand;

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

    pub(crate) fn will_not_happen(&self) -> bool {
        matches!(self.status, BookingStatus::Cancelled | BookingStatus::NoShow | BookingStatus::Rejected)
    }

    fn calendar_by(&self, method: Method, brand: &Brand, attendee: Option<&str>) -> String {
        let entry = CalendarEntry {
            organizer: Some((brand.name.clone(), organizer(brand))),
            attendee: attendee.map(|address| (self.customer_name.clone(), address.to_owned())),
            ..self.entry(brand)
        };
        ical::file(method, brand, &entry)
    }

    /// As the customer's calendar has it.
    pub(crate) fn entry(&self, brand: &Brand) -> CalendarEntry {
        let about = [Some(format!("{}: booking {}", brand.name, self.number)), brand.phone.clone()];
        let place = [Some(&self.branch_name), brand.address.as_ref(), brand.phone.as_ref()];
        let place = place.into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(", ").replace('\n', ", ");
        CalendarEntry {
            uid: format!("{}@parlour", self.id),
            changed_at: self.updated_at,
            // Bookings of earlier days counted their moves only.
            sequence: self.revision.max(self.reschedule_count),
            date: self.date,
            time: self.time(),
            summary: self.services.iter().map(|service| service.name.as_str()).collect::<Vec<_>>().join(", "),
            about: about.into_iter().flatten().collect::<Vec<_>>().join("\n"),
            place,
            status: match self.status {
                BookingStatus::Pending => "TENTATIVE",
                _ if self.will_not_happen() => "CANCELLED",
                _ => "CONFIRMED",
            },
            organizer: None,
            attendee: None,
            contact: brand.phone.as_ref().map(|phone| format!("{}, {phone}", brand.name)),
            url: brand.customer_url.as_ref().map(|site| format!("{site}/bookings/{}", self.id)),
            // A cancelled event must not ring.
            rings: !self.will_not_happen(),
        }
    }
}

/// The address the event is from: where the salon reads mail, else its own page.
fn organizer(brand: &Brand) -> String {
    match (&brand.email, &brand.customer_url) {
        (Some(email), _) => format!("mailto:{email}"),
        (None, Some(site)) => site.clone(),
        (None, None) => "invalid:nomail".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::new_booking::tests::requested;
    use super::*;

    fn brand() -> Brand {
        let text = |text: &str| Some(text.to_owned());
        let (phone, address) = (text("+91 80 4123 4567"), text("1 High Street"));
        let (email, customer_url) = (text("hello@example.test"), text("https://example.test"));
        Brand { phone, address, email, customer_url, ..Brand::default() }
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
    }
}
