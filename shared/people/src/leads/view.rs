//! Leads as the desk sees them.

use serde::Serialize;
use utoipa::ToSchema;

use super::status::{LeadStatus, days_since_capture, is_stale};
use super::{Lead, LeadNote};
use parlour_values::contact::{EmailAddress, Phone};
use parlour_values::id::{BookingId, LeadId, NoteId, ServiceId, UserId};
use parlour_values::time::Instant;

/// All that a visitor learns of a captured lead.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Captured {
    pub lead_id: LeadId,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeadRow {
    pub id: LeadId,
    pub name: String,
    /// `null` once whoever it was is erased.
    pub phone: Option<Phone>,
    pub email: Option<EmailAddress>,
    pub service_interested_id: Option<ServiceId>,
    pub status: LeadStatus,
    pub source: String,
    pub utm_source: Option<String>,
    pub utm_medium: Option<String>,
    pub utm_campaign: Option<String>,
    pub utm_content: Option<String>,
    pub utm_term: Option<String>,
    pub assigned_to: Option<UserId>,
    pub converted_booking_id: Option<BookingId>,
    pub last_contacted_at: Option<Instant>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl From<&Lead> for LeadRow {
    fn from(lead: &Lead) -> Self {
        Self::from(lead.clone())
    }
}

impl From<Lead> for LeadRow {
    fn from(lead: Lead) -> Self {
        Self {
            id: lead.id,
            name: lead.name,
            phone: lead.phone,
            email: lead.email,
            service_interested_id: lead.service_interested_id,
            status: lead.status,
            source: lead.source,
            utm_source: lead.utm.source,
            utm_medium: lead.utm.medium,
            utm_campaign: lead.utm.campaign,
            utm_content: lead.utm.content,
            utm_term: lead.utm.term,
            assigned_to: lead.assigned_to,
            converted_booking_id: lead.converted_booking_id,
            last_contacted_at: lead.last_contacted_at,
            created_at: lead.created_at,
            updated_at: lead.updated_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LeadAnswer {
    pub lead: LeadRow,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LeadList {
    pub leads: Vec<LeadListRow>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeadListRow {
    #[serde(flatten)]
    pub lead: LeadRow,
    pub service_name: Option<String>,
    pub days_since_capture: i64,
    pub is_stale: bool,
}

/// A row without texts, as JSON.
const LEAST_ROW: usize = 380;

impl LeadListRow {
    pub fn new(lead: Lead, service_name: Option<String>, now: Instant) -> Self {
        Self {
            days_since_capture: days_since_capture(lead.created_at, now),
            is_stale: is_stale(lead.status, lead.created_at, lead.last_contacted_at, now),
            lead: LeadRow::from(lead),
            service_name,
        }
    }

    /// How many bytes it takes as JSON at least.
    pub fn least_bytes(lead: &Lead) -> usize {
        LEAST_ROW + lead.id.as_str().len() + lead.name.len() + lead.source.len()
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LeadDetailAnswer {
    pub lead: LeadDetail,
    pub notes: Vec<NoteView>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeadDetail {
    #[serde(flatten)]
    pub lead: LeadRow,
    pub service_name: Option<String>,
    pub assigned_to_name: Option<String>,
    pub converted_booking_number: Option<String>,
    pub notes: Vec<NoteView>,
}

/// A note as its writing answers it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoteRow {
    pub id: NoteId,
    pub lead_id: LeadId,
    pub author_id: UserId,
    pub content: String,
    pub created_at: Instant,
}

impl From<&LeadNote> for NoteRow {
    fn from(note: &LeadNote) -> Self {
        Self {
            id: note.id.clone(),
            lead_id: note.lead_id.clone(),
            author_id: note.author_id.clone(),
            content: note.content.clone(),
            created_at: note.created_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LeadNoteAnswer {
    pub note: NoteRow,
}

/// A note as the detail shows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoteView {
    #[serde(flatten)]
    pub note: NoteRow,
    pub author_name: String,
}

impl From<&LeadNote> for NoteView {
    fn from(note: &LeadNote) -> Self {
        Self { note: NoteRow::from(note), author_name: note.author_name.clone() }
    }
}
