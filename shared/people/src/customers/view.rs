//! Customers and tags as the desk sees them.

use serde::Serialize;
use utoipa::ToSchema;

use super::tags::TagName;
use super::{CustomerCard, CustomerNote, Gender, GuardianView, NoteKind, Profile, ProfileView, Tag};
use crate::auth::{MailRefusal, RefusedAddress, User};
use crate::staff::StaffMember;
use parlour_storage::table::{Stored, is_default};
use parlour_values::color::Color;
use parlour_values::contact::Phone;
use parlour_values::gems::Gems;
use parlour_values::gstin::Gstin;
use parlour_values::id::{BookingId, NoteId, StaffId, TagId, UserId};
use parlour_values::language::Language;
use parlour_values::message_channel::ChannelOrder;
use parlour_values::money::Paise;
use parlour_values::role::Role;
use parlour_values::time::{Instant, IstDate};

/// A customer as the directory lists them.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerRow {
    pub id: UserId,
    pub name: String,
    pub email: String,
    pub phone: Option<Phone>,
    pub total_visits: u32,
    pub total_spent_paise: Paise,
    pub noshow_count: u32,
    pub first_visit_at: Option<Instant>,
    pub last_visit_at: Option<Instant>,
    pub gems_balance: Option<Gems>,
    pub created_at: Instant,
    pub tags: Vec<TagMark>,
    /// Set where the email was left at the desk by somebody without an account.
    #[serde(skip_serializing_if = "is_default")]
    pub email_from_desk: bool,
}

/// A tag where it marks somebody.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TagMark {
    pub slug: String,
    pub name: TagName,
    pub color: Color,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CustomerList {
    pub customers: Vec<CustomerRow>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerDetail {
    pub id: UserId,
    pub name: String,
    pub email: String,
    pub phone: Option<Phone>,
    pub role: Role,
    pub image: Option<String>,
    pub gender: Option<Gender>,
    pub date_of_birth: Option<IstDate>,
    /// The person who answers for them while they are under 18.
    pub guardian: Option<GuardianView>,
    pub total_visits: u32,
    pub total_spent_paise: Paise,
    pub noshow_count: u32,
    pub late_cancellation_count: u32,
    pub booking_requires_approval: bool,
    pub first_visit_at: Option<Instant>,
    pub last_visit_at: Option<Instant>,
    pub created_at: Instant,
    pub marketing_consent: bool,
    pub whatsapp_consent: bool,
    pub photos_consent: bool,
    pub health_notes_consent: bool,
    pub preferred_language: Language,
    pub channels: ChannelOrder,
    /// Facts that whoever serves them must know, such as allergies.
    pub alerts: Option<String>,
    pub preferred_staff_id: Option<StaffId>,
    pub preferred_staff_name: Option<String>,
    /// Of the business that their invoices are made out to.
    pub gstin: Option<Gstin>,
    pub legal_name: Option<String>,
    /// The amount still to be paid of their invoices, and what they brought along.
    pub due_paise: Paise,
    /// The part of it that was due before the salon kept its books here; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening_due_paise: Option<Paise>,
    /// Why nothing is mailed to their address; left out where it takes mail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mail_refused: Option<MailRefused>,
}

/// The report on an address: its reason and moment.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MailRefused {
    pub reason: MailRefusal,
    pub at: Instant,
}

impl From<&RefusedAddress> for MailRefused {
    fn from(refused: &RefusedAddress) -> Self {
        Self { reason: refused.reason, at: refused.at }
    }
}

impl CustomerDetail {
    pub fn new(user: &User, profile: &Profile, card: Option<&CustomerCard>, staff: &[Stored<StaffMember>]) -> Self {
        let preferred = profile.preferred_staff_id.as_ref();
        let preferred = preferred.and_then(|id| staff.iter().find(|member| member.id == *id));
        let left = profile.email.as_ref().filter(|_| !user.signs_in());
        Self {
            id: user.id.clone(),
            name: user.name.clone(),
            email: left.map_or_else(|| user.email.clone(), ToString::to_string),
            phone: profile.phone.clone(),
            role: user.role,
            image: user.image.clone(),
            gender: profile.gender,
            date_of_birth: profile.date_of_birth,
            guardian: profile.guardian.as_ref().map(GuardianView::from),
            total_visits: profile.total_visits,
            total_spent_paise: profile.total_spent,
            noshow_count: profile.noshow_count,
            late_cancellation_count: profile.late_cancellation_count,
            booking_requires_approval: profile.booking_requires_approval,
            first_visit_at: profile.first_visit_at,
            last_visit_at: profile.last_visit_at,
            created_at: user.created_at,
            marketing_consent: profile.marketing_consent,
            whatsapp_consent: profile.whatsapp_consent,
            photos_consent: profile.photos_consent,
            health_notes_consent: profile.health_notes_consent,
            preferred_language: profile.preferred_language,
            channels: profile.channel_order(),
            alerts: card.and_then(|card| card.alerts.clone()),
            preferred_staff_id: profile.preferred_staff_id.clone(),
            preferred_staff_name: preferred.map(|member| member.display_name.clone()),
            gstin: profile.gstin.clone(),
            legal_name: profile.legal_name.clone(),
            due_paise: profile.due,
            opening_due_paise: profile.opening_due(),
            mail_refused: user.mail_refusal().map(MailRefused::from),
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CustomerAnswer {
    pub customer: CustomerDetail,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CustomerProfileAnswer {
    pub customer: ProfileView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomerNoteView {
    pub id: NoteId,
    pub customer_id: UserId,
    pub author_id: UserId,
    pub booking_id: Option<BookingId>,
    pub kind: NoteKind,
    pub pinned: bool,
    pub content: String,
    pub created_at: Instant,
}

impl From<&CustomerNote> for CustomerNoteView {
    fn from(note: &CustomerNote) -> Self {
        let note = note.clone();
        Self {
            id: note.id,
            customer_id: note.customer_id,
            author_id: note.author_id,
            booking_id: note.booking_id,
            kind: note.kind,
            pinned: note.pinned,
            content: note.content,
            created_at: note.created_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CustomerNoteAnswer {
    pub note: CustomerNoteView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagView {
    pub id: TagId,
    pub name: TagName,
    pub slug: String,
    pub color: Color,
    pub description: Option<String>,
    pub created_at: Instant,
}

impl From<&Tag> for TagView {
    fn from(tag: &Tag) -> Self {
        let tag = tag.clone();
        Self {
            id: tag.id,
            name: tag.name,
            slug: tag.slug,
            color: tag.color,
            description: tag.description,
            created_at: tag.created_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TagAnswer {
    pub tag: TagView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TagList {
    pub tags: Vec<TagView>,
}
