//! Addresses, made from what they name, so that nothing a person wrote becomes a place to go to.

use parlour_booking::slots::availability::MOST_SERVICES;
use parlour_pictures::{PictureName, Size};
use parlour_values::id::{BookingId, BranchId, InvoiceId, MembershipId, ServiceId, StaffId};
use parlour_values::time::{IstDate, TimeOfDay};
use url::form_urlencoded::byte_serialize;

/// A part of a path or a value of a query, percent-encoded.
pub fn encoded(text: &str) -> String {
    // A `+` is a space in queries only; `%20` is one everywhere.
    byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}

pub fn service(slug: &str) -> String {
    format!("/services/{}", encoded(slug))
}

pub fn booking(id: &BookingId) -> String {
    format!("/bookings/{}", encoded(id.as_str()))
}

/// The API's path to change it.
pub fn booking_api(id: &BookingId) -> String {
    format!("/api/bookings/{}", encoded(id.as_str()))
}

pub fn booking_calendar(id: &BookingId) -> String {
    format!("/api/bookings/{}/calendar.ics", encoded(id.as_str()))
}

pub fn booking_invoice(id: &BookingId) -> String {
    format!("/api/bookings/{}/invoice/pdf", encoded(id.as_str()))
}

/// The desk's page of an invoice.
pub fn invoice(id: &InvoiceId) -> String {
    format!("/billing/{}", encoded(id.as_str()))
}

/// The desk's page of a membership.
pub fn membership(id: &MembershipId) -> String {
    format!("/memberships/{}", encoded(id.as_str()))
}

/// A search that the map programs of phones answer, and a browser elsewhere.
pub fn map(branch: &str, address: &str) -> String {
    format!(
        "https://www.google.com/maps/search/?api=1&query={}",
        encoded(&format!("{branch}, {}", address.replace('\n', ", ")))
    )
}

/// The choices so far for a booking: the whole state of `/book`, in its address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    pub services: Vec<ServiceId>,
    pub branch: Option<BranchId>,
    /// The person wished for; none is whoever is free.
    pub person: Option<StaffId>,
    pub date: Option<IstDate>,
    pub time: Option<TimeOfDay>,
}

impl Choices {
    pub fn of_service(id: &ServiceId) -> Self {
        Self { services: vec![id.clone()], ..Self::default() }
    }

    /// As an address says it. Ids come comma-separated, or by the browser one by one; what makes no sense is not chosen.
    pub fn read(query: &str) -> Self {
        let mut choices = Self::default();
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            let text = value.trim();
            match &*name {
                _ if text.is_empty() => {}
                "services" => {
                    for id in text.split(',').map(str::trim).filter(|id| !id.is_empty() && id.len() <= 256) {
                        let id = ServiceId::from(id);
                        if !choices.services.contains(&id) && choices.services.len() < MOST_SERVICES {
                            choices.services.push(id);
                        }
                    }
                }
                "branch" if text.len() <= 256 => choices.branch = Some(BranchId::from(text)),
                "person" if text.len() <= 256 => choices.person = Some(StaffId::from(text)),
                "date" => choices.date = text.parse().ok(),
                "time" => choices.time = text.parse().ok(),
                _ => {}
            }
        }
        choices
    }

    pub fn href(&self) -> String {
        let mut pairs = Vec::new();
        if !self.services.is_empty() {
            let ids: Vec<String> = self.services.iter().map(|id| encoded(id.as_str())).collect();
            pairs.push(format!("services={}", ids.join(",")));
        }
        pairs.extend(self.branch.as_ref().map(|id| format!("branch={}", encoded(id.as_str()))));
        pairs.extend(self.person.as_ref().map(|id| format!("person={}", encoded(id.as_str()))));
        pairs.extend(self.date.map(|date| format!("date={date}")));
        pairs.extend(self.time.map(|time| format!("time={time}")));
        if pairs.is_empty() { "/book".to_owned() } else { format!("/book?{}", pairs.join("&")) }
    }
}

/// To sign in and then come back here.
pub fn sign_in(next: &str) -> String {
    format!("/sign-in?next={}", encoded(next))
}

/// The next address, if it is a place of this site; else the fallback. Browsers drop tabs and line breaks and take `\`
/// for `/`, so neither is let through.
pub fn same_site(next: Option<&str>, fallback: &'static str) -> String {
    let is_plain =
        |next: &&str| next.len() <= 2000 && next.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    let is_path = |next: &&str| {
        let rest = next.strip_prefix('/').map(str::to_ascii_lowercase);
        rest.is_some_and(|rest| !["/", "%2f", "%5c"].iter().any(|slash| rest.starts_with(slash)))
    };
    next.filter(is_plain).filter(is_path).unwrap_or(fallback).to_owned()
}

/// A link to a page elsewhere that the salon set: https or nothing.
pub fn elsewhere(text: &str) -> Option<String> {
    url::Url::parse(text).ok().filter(|url| url.scheme() == "https").map(|url| url.to_string())
}

/// The address of a picture that the salon set: one that it uploaded, no longer than this on its longest side, or
/// elsewhere by https; else nothing.
pub fn picture(text: &str, size: Size) -> Option<String> {
    match PictureName::of_path(text) {
        Some(name) => Some(name.path_of(size)),
        None => elsewhere(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_been_chosen_is_in_the_address_and_nothing_else() {
        let choices = Choices {
            services: vec!["a".into(), "b&c".into()],
            branch: Some("x y".into()),
            person: Some("meera".into()),
            date: Some("2026-11-17".parse().unwrap()),
            time: Some("10:30".parse().unwrap()),
        };
        assert_eq!(choices.href(), "/book?services=a,b%26c&branch=x%20y&person=meera&date=2026-11-17&time=10:30");
        assert_eq!(Choices::default().href(), "/book");
        assert_eq!(Choices::read(choices.href().split_once('?').unwrap().1), choices);
        let asked_one_by_one = Choices::read("services=a&services=b%26c&services=a&date=never&time=25:00&branch=");
        assert_eq!(asked_one_by_one, Choices { services: choices.services, ..Choices::default() });
    }

    #[test]
    fn nobody_is_sent_to_another_site() {
        assert_eq!(same_site(Some("/book?services=a"), "/"), "/book?services=a");
        for evil in
            ["//evil.example.test", "/\\evil", "https://evil.example.test", "/%2Fevil", "/\t/evil", "x", "", "/ä"]
        {
            assert_eq!(same_site(Some(evil), "/"), "/", "{evil:?}");
        }
        assert_eq!(same_site(None, "/bookings"), "/bookings");
    }

    #[test]
    fn a_picture_is_our_own_or_by_https() {
        let own = format!("/pictures/{}.jpg", "0a".repeat(32));
        assert_eq!(picture(&own, Size::Small), Some(format!("{own}?w=320")));
        assert_eq!(picture("https://example.test/a.jpg", Size::Small).as_deref(), Some("https://example.test/a.jpg"));
        for nothing in ["", "/images/cut.jpg", "/pictures/cut.jpg", "javascript:alert(1)", "http://example.test/a.jpg"]
        {
            assert_eq!(picture(nothing, Size::Small), None, "{nothing}");
        }
    }

    #[test]
    fn only_https_leads_elsewhere() {
        assert_eq!(elsewhere("javascript:alert(1)"), None);
        assert_eq!(elsewhere("http://example.test"), None);
        assert_eq!(elsewhere("https://example.test/a").as_deref(), Some("https://example.test/a"));
    }
}
