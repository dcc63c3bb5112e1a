//! A lead and its notes, as they are kept.

use serde::{Deserialize, Serialize};

use super::status::LeadStatus;
use crate::auth::FORMER_CUSTOMER;
use parlour_storage::table::{Key, Places, Record, keys};
use parlour_values::contact::{EmailAddress, Phone};
use parlour_values::id::{BookingId, LeadId, NoteId, ServiceId, UserId};
use parlour_values::time::Instant;

parlour_values::input::enum_fields!(LeadStatus);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lead {
    pub id: LeadId,
    pub name: String,
    /// None once whoever it was is erased.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone: Option<Phone>,
    pub email: Option<EmailAddress>,
    /// As it was given: it may name a service that is no longer there.
    pub service_interested_id: Option<ServiceId>,
    pub status: LeadStatus,
    pub source: String,
    #[serde(default)]
    pub utm: Utm,
    pub assigned_to: Option<UserId>,
    pub converted_booking_id: Option<BookingId>,
    pub converted_booking_number: Option<String>,
    pub last_contacted_at: Option<Instant>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl Lead {
    /// Without who it was; where it came from and what became of it is counted still.
    #[must_use]
    pub fn erased(&self) -> Self {
        Self { name: FORMER_CUSTOMER.to_owned(), phone: None, email: None, ..self.clone() }
    }
}

/// Which campaign brought them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Utm {
    pub source: Option<String>,
    pub medium: Option<String>,
    pub campaign: Option<String>,
    pub content: Option<String>,
    pub term: Option<String>,
}

impl Record for Lead {
    const KIND: &'static str = "lead";

    fn key(&self) -> Key {
        keys::lead(&self.id)
    }

    fn places(&self) -> Places {
        Places {
            g1: Some(keys::lead_in_month(self.created_at, &self.id)),
            g2: Some(keys::lead_by_status(self.status.as_str(), self.created_at, &self.id)),
            ..Places::default()
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LeadNote {
    pub id: NoteId,
    pub lead_id: LeadId,
    pub content: String,
    pub author_id: UserId,
    pub author_name: String,
    pub created_at: Instant,
}

impl Record for LeadNote {
    const KIND: &'static str = "lead_note";

    fn key(&self) -> Key {
        keys::lead_note(&self.lead_id, &self.id)
    }
}
