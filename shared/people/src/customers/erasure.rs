//! The wish to be erased, as it is kept until it is done: two days in which it can be taken back.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Profile;
use crate::auth::User;
use parlour_storage::failure::Refused;
use parlour_storage::outbox::{OutboxMessage, Task};
use parlour_storage::table::{Key, Record, is_default, keys};
use parlour_values::contact::Phone;
use parlour_values::id::{BookingId, UserId};
use parlour_values::input::{Text, body};
use parlour_values::money::Paise;
use parlour_values::time::Instant;

/// How long it can be taken back.
const TAKEN_BACK_WITHIN: TimeDelta = TimeDelta::hours(48);
/// When it is tried again where something stood in the way.
const TRIED_AGAIN: TimeDelta = TimeDelta::days(1);
/// When it looks again for what was written while it was carried out: longer than any request takes.
const LOOKED_AGAIN: TimeDelta = TimeDelta::minutes(2);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Erasure {
    pub user_id: UserId,
    pub erase_on: Instant,
    pub asked_at: Instant,
    #[serde(default, skip_serializing_if = "is_default")]
    pub reason: Option<String>,
    /// Set once it has begun: from then on nobody takes it back.
    #[serde(default, skip_serializing_if = "is_default")]
    pub begun: Option<ErasedContact>,
    /// It was carried out, and looks once more for what was written meanwhile.
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_done: bool,
}

/// By what somebody is found in records that do not name them by id, while those are still to be erased.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasedContact {
    pub phone: Option<Phone>,
    /// Of their account, and what they left at the desk, in lower case of ASCII as everywhere
    /// (`EmailAddress::for_matching`).
    pub emails: Vec<String>,
}

impl ErasedContact {
    pub fn of(user: &User, profile: Option<&Profile>) -> Self {
        let left = profile.and_then(|profile| profile.email.as_ref()).map(ToString::to_string);
        let emails = [Some(user.email.clone()), left].into_iter().flatten();
        Self {
            phone: profile.and_then(|profile| profile.phone.clone()),
            emails: emails.map(|email| email.to_ascii_lowercase()).filter(|email| !email.is_empty()).collect(),
        }
    }

    /// Whether this phone or this address is theirs.
    pub fn is_theirs(&self, phone: Option<&Phone>, email: Option<&str>) -> bool {
        let email = email.map(str::to_ascii_lowercase);
        (phone.is_some() && phone == self.phone.as_ref()) || email.is_some_and(|email| self.emails.contains(&email))
    }
}

impl Erasure {
    pub fn asked(user: &UserId, reason: Option<String>, now: Instant) -> Self {
        let erase_on = now.plus(TAKEN_BACK_WITHIN);
        Self { user_id: user.clone(), erase_on, asked_at: now, reason, begun: None, is_done: false }
    }

    /// Something stood in the way: it is tried again the next day.
    #[must_use]
    pub fn put_off(&self) -> Self {
        Self { erase_on: self.erase_on.plus(TRIED_AGAIN), ..self.clone() }
    }

    #[must_use]
    pub fn begun(&self, contact: ErasedContact) -> Self {
        Self { begun: Some(contact), ..self.clone() }
    }

    /// The record kept once it is carried out, with nothing of the person: it is done again a little later. None after.
    pub fn looks_again(&self, now: Instant) -> Option<Self> {
        let nobody = ErasedContact { phone: None, emails: Vec::new() };
        (!self.is_done).then(|| Self {
            erase_on: now.plus(LOOKED_AGAIN),
            reason: None,
            begun: Some(nobody),
            is_done: true,
            ..self.clone()
        })
    }

    /// The message that carries it out.
    pub fn message(&self) -> OutboxMessage {
        let task = Task::EraseCustomer { user_id: self.user_id.clone(), erase_on: self.erase_on };
        OutboxMessage::new(task, self.erase_on)
    }
}

impl Record for Erasure {
    const KIND: &'static str = "erasure";

    fn key(&self) -> Key {
        keys::erasure(&self.user_id)
    }
}

body! {
    pub struct ErasureRequest {
        reason: Option<Text<0, 500>>,
    }
}

/// When everything personal will be erased.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErasureView {
    pub erase_on: Instant,
}

impl From<&Erasure> for ErasureView {
    fn from(erasure: &Erasure) -> Self {
        Self { erase_on: erasure.erase_on }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ErasureError {
    #[error("no such customer")]
    Unknown,
    #[error("they work here")]
    WorksHere,
    #[error("something stands in the way")]
    InTheWay {
        /// Bookings that are not over yet.
        booking_ids: Vec<BookingId>,
        /// The amount they still have to pay.
        due: Paise,
        /// Whether an import brought some of it along, which no list of dues has.
        is_brought: bool,
    },
    #[error("nobody has asked for it")]
    NotAsked,
}

impl Refused for ErasureError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_due_two_days_later_and_put_off_by_one() {
        let now: Instant = "2026-11-16T04:30:00Z".parse().unwrap();
        let asked = Erasure::asked(&"u1".into(), None, now);
        assert_eq!(asked.erase_on, "2026-11-18T04:30:00Z".parse().unwrap());
        assert_eq!(asked.put_off().erase_on, "2026-11-19T04:30:00Z".parse().unwrap());
        assert_eq!(asked.message().due, asked.erase_on);
    }

    #[test]
    fn somebody_is_found_by_their_phone_or_an_address_in_any_case_and_by_nothing_else() {
        let phone = |text: &str| text.parse::<Phone>().unwrap();
        let contact = ErasedContact { phone: Some(phone("9876543210")), emails: vec!["asha@example.test".to_owned()] };
        assert!(contact.is_theirs(Some(&phone("9876543210")), None));
        assert!(contact.is_theirs(None, Some("Asha@Example.test")));
        assert!(!contact.is_theirs(Some(&phone("9876543211")), Some("ravi@example.test")));
        assert!(!contact.is_theirs(None, None));
        // Another mailbox, although Unicode has the same lower case for both.
        let kiran = ErasedContact { phone: None, emails: vec!["kiran@example.test".to_owned()] };
        assert!(kiran.is_theirs(None, Some("Kiran@example.test")));
        assert!(!kiran.is_theirs(None, Some("\u{212A}iran@example.test")));
        let unknown = ErasedContact { phone: None, emails: Vec::new() };
        assert!(!unknown.is_theirs(None, None) && !unknown.is_theirs(Some(&phone("9876543210")), Some("")));
    }
}
