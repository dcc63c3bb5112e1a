//! Web Push: the message is encrypted for the browser and signed with our VAPID key by the `web-push` crate, and sent
//! by our own client. Without the feature `push` (it links OpenSSL) the sender exists but is never configured.

use std::fmt;

use aws_lc_rs::agreement::{ECDH_P256, PrivateKey};
use aws_lc_rs::encoding::{AsBigEndian as _, EcPrivateKeyBin};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;

use super::{Delivery, NotificationType};
use parlour_settings::metrics::SendOutcome;
use parlour_values::id::{BookingId, UserId};

/// The largest plain payload every push service takes.
const LARGEST_PAYLOAD: usize = 3052;

/// One message to all browsers of one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Push {
    pub kind: NotificationType,
    pub user_id: UserId,
    pub title: String,
    pub body: String,
    pub booking_id: Option<BookingId>,
}

/// The fields that the service worker shows (`title`, `body`), opens (`url`), and replaces (`tag`: the latest word on a
/// thing is enough).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Payload<'a> {
    #[serde(rename = "type")]
    kind: NotificationType,
    title: &'a str,
    body: &'a str,
    url: &'a str,
    tag: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    booking_id: Option<&'a BookingId>,
}

impl Push {
    /// As JSON; a text too long for a push loses its end rather than the whole push.
    pub fn payload(&self) -> Vec<u8> {
        let (url, tag) = (self.url(), self.tag());
        let (kind, title, booking_id) = (self.kind, &self.title, self.booking_id.as_ref());
        let written = |body: &str| {
            let payload = Payload { kind, title, body, url: &url, tag: &tag, booking_id };
            serde_json::to_vec(&payload).unwrap_or_default()
        };
        let whole = written(&self.body);
        let mut room = self.body.len();
        let mut payload = whole;
        while payload.len() > LARGEST_PAYLOAD && room > 0 {
            room = self.body.floor_char_boundary(room.saturating_sub(payload.len() - LARGEST_PAYLOAD + '…'.len_utf8()));
            let (kept, _) = self.body.split_at(room);
            payload = written(&format!("{kept}…"));
        }
        payload
    }

    /// The page it speaks of.
    pub fn url(&self) -> String {
        self.kind.page(self.booking_id.as_ref())
    }

    /// Its subject: a later push about the same takes its place.
    fn tag(&self) -> String {
        match &self.booking_id {
            Some(id) => format!("booking-{id}"),
            None => self.kind.to_string(),
        }
    }

    /// How long a push service may keep it for a phone that is off: a reminder is worthless after the event.
    pub fn seconds_to_live(&self) -> u32 {
        match self.kind {
            NotificationType::Reminder1h => 3600,
            // An offer of the waitlist holds no longer.
            NotificationType::WaitlistOffer => 15 * 60,
            _ => 24 * 3600,
        }
    }

    pub fn is_urgent(&self) -> bool {
        matches!(
            self.kind,
            NotificationType::Reminder1h
                | NotificationType::WaitlistOffer
                | NotificationType::BookingPendingAlert
                | NotificationType::NoshowAlert
        )
    }
}

/// The answer of one push service.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PushOutcome {
    Sent,
    /// The browser has unsubscribed: deactivate the subscription.
    Gone,
    TooLarge,
    /// Try again after this many seconds.
    RetryAfter(u64),
    Failed,
    Unconfigured,
}

/// The result of one push: one outcome per subscription, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushReport {
    /// None where no browser got it: nobody is subscribed, or every one of them failed.
    pub delivery: Option<Delivery>,
    pub outcomes: Vec<PushOutcome>,
}

impl PushReport {
    /// Somebody was subscribed and a sender is there, yet no browser got it.
    pub fn failed(&self) -> bool {
        Self::all_failed(&self.outcomes)
    }

    /// As it is counted: where nobody is subscribed any more, nothing was sent.
    pub(super) fn outcome(&self) -> Option<SendOutcome> {
        let any = |is: fn(&PushOutcome) -> bool| self.outcomes.iter().any(is);
        match self.delivery {
            Some(delivery) => delivery.outcome(),
            None if any(|outcome| matches!(outcome, PushOutcome::RetryAfter(_))) => Some(SendOutcome::Retried),
            None => any(|outcome| *outcome != PushOutcome::Gone).then_some(SendOutcome::Failed),
        }
    }

    pub(super) fn all_failed(outcomes: &[PushOutcome]) -> bool {
        !outcomes.is_empty()
            && !outcomes.iter().any(|outcome| matches!(outcome, PushOutcome::Sent | PushOutcome::Unconfigured))
    }
}

/// Our identity towards the push services: `VAPID_PRIVATE_KEY` and `VAPID_SUBJECT`.
#[derive(Clone, PartialEq, Eq)]
pub struct VapidKey {
    private: String,
    subject: String,
}

impl VapidKey {
    /// The private key is 32 bytes in base64url, the subject a `mailto:` or `https:` address of ours.
    pub fn parse(private: &str, subject: &str) -> Result<Self, &'static str> {
        let bytes = private_bytes(private)?;
        let subject = subject.trim();
        if !subject.starts_with("mailto:") && !subject.starts_with("https:") {
            return Err("the subject must be a mailto: or https: address");
        }
        Ok(Self { private: URL_SAFE_NO_PAD.encode(bytes), subject: subject.to_owned() })
    }
}

impl VapidKey {
    /// The public key that follows from a private one, as browsers take it.
    pub fn public_of(private: &str) -> Result<String, &'static str> {
        let bytes = private_bytes(private)?;
        let key = PrivateKey::from_private_key(&ECDH_P256, &bytes).map_err(|_| "must be a P-256 key")?;
        let public = key.compute_public_key().map_err(|_| "must be a P-256 key")?;
        Ok(URL_SAFE_NO_PAD.encode(public))
    }

    /// A new private key; none where the system gives no randomness.
    pub fn generate() -> Option<String> {
        let key = PrivateKey::generate(&ECDH_P256).ok()?;
        let bytes: EcPrivateKeyBin<'_> = key.as_be_bytes().ok()?;
        Some(URL_SAFE_NO_PAD.encode(bytes.as_ref()))
    }
}

fn private_bytes(text: &str) -> Result<Vec<u8>, &'static str> {
    let bytes = URL_SAFE_NO_PAD.decode(text.trim().trim_end_matches('=')).map_err(|_| "must be base64url")?;
    if bytes.len() == 32 { Ok(bytes) } else { Err("must be 32 bytes") }
}

impl fmt::Debug for VapidKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VapidKey({})", self.subject)
    }
}

#[cfg(feature = "push")]
pub use web::PushSender;
#[cfg(not(feature = "push"))]
pub use without::PushSender;

#[cfg(not(feature = "push"))]
mod without {
    use super::{Push, PushOutcome};
    use crate::{PushSubscription, SendError};
    use parlour_settings::Secret;

    /// Built without the feature `push`: never configured.
    #[derive(Clone, Default)]
    pub struct PushSender;

    impl PushSender {
        pub fn of(key: &Secret, _: &str) -> Self {
            if key.is_configured() {
                tracing::warn!("a VAPID key is set, but this program was built without push");
            }
            Self
        }

        pub fn configured(&self) -> bool {
            false
        }

        pub(crate) async fn send(
            &self,
            _: &Push,
            subscriptions: &[PushSubscription],
        ) -> Result<Vec<PushOutcome>, SendError> {
            Ok(vec![PushOutcome::Unconfigured; subscriptions.len()])
        }
    }
}

#[cfg(feature = "push")]
mod web;

#[cfg(test)]
mod tests {
    use super::*;

    fn reminder(body: &str) -> Push {
        Push {
            kind: NotificationType::Reminder1h,
            user_id: UserId::from("u1"),
            title: "See you soon".to_owned(),
            body: body.to_owned(),
            booking_id: Some(BookingId::from("b1")),
        }
    }

    #[test]
    fn the_payload_says_what_to_show_and_what_to_open() {
        let payload: serde_json::Value = serde_json::from_slice(&reminder("At 12:00 pm").payload()).unwrap();
        assert_eq!(
            payload,
            serde_json::json!({
                "type": "reminder_1h", "title": "See you soon", "body": "At 12:00 pm", "bookingId": "b1",
                "url": "/bookings/b1", "tag": "booking-b1",
            })
        );
    }

    #[test]
    fn every_push_opens_the_page_it_speaks_of() {
        let url = |kind, booking_id| Push { kind, booking_id, ..reminder("") }.url();
        let booking = || Some(BookingId::from("b1"));
        for (kind, booking_id, page) in [
            (NotificationType::BookingConfirmed, booking(), "/bookings/b1"),
            (NotificationType::BookingPendingAlert, booking(), "/bookings/b1"),
            (NotificationType::InvoiceReady, booking(), "/bookings/b1"),
            // Of a membership that was sold.
            (NotificationType::InvoiceReady, None, "/membership"),
            (NotificationType::MembershipExpiry7d, None, "/membership"),
            (NotificationType::GemsExpired, None, "/gems"),
            (NotificationType::WaitlistOffer, None, "/waitlist"),
            (NotificationType::LeadFollowup, None, "/leads"),
        ] {
            assert_eq!(url(kind, booking_id), page, "{kind}");
        }
        for kind in NotificationType::ALL {
            assert!(url(*kind, None).starts_with('/'), "{kind}");
        }
    }

    #[test]
    fn the_public_key_follows_from_the_private_one() {
        let public = "BAFpiPJBZOqNZcJGy0eiB1CIwMflt7ugC2B083zKPFu9djmajpSnVnUAFnlDNkzaKHf2gla5_FuDhXE-zIkx5MI";
        assert_eq!(VapidKey::public_of("RS0WdYWWo1HajXg3NZR1olzCf31i-ZBGDkFyCs7j1jw").as_deref(), Ok(public));
        let zero = URL_SAFE_NO_PAD.encode([0; 32]);
        for bad in ["", "***", "RS0WdYWW", zero.as_str()] {
            assert!(VapidKey::public_of(bad).is_err(), "{bad}");
        }
        let made = VapidKey::generate().unwrap();
        assert_eq!(VapidKey::public_of(&made).unwrap().len(), public.len());
    }

    #[test]
    fn a_text_too_long_for_a_push_loses_its_end() {
        for long in ["प्रिया ".repeat(1000), "\"".repeat(4000)] {
            let payload = reminder(&long).payload();
            assert!(payload.len() <= LARGEST_PAYLOAD, "{}", payload.len());
            let read: serde_json::Value = serde_json::from_slice(&payload).unwrap();
            assert!(read["body"].as_str().unwrap().ends_with('…'));
        }
    }

    #[test]
    fn a_key_is_32_bytes_and_a_subject_an_address() {
        let key = "RS0WdYWWo1HajXg3NZR1olzCf31i-ZBGDkFyCs7j1jw";
        assert!(VapidKey::parse(key, "mailto:hello@example.test").is_ok());
        assert!(VapidKey::parse(&format!("{key}="), "https://example.test").is_ok());
        for (bad, subject) in [
            ("", "mailto:a@example.test"),
            ("abc", "mailto:a@example.test"),
            (key, "hello@example.test"),
            ("***", "https://example.test"),
        ] {
            assert!(VapidKey::parse(bad, subject).is_err(), "{bad} {subject}");
        }
    }
}
