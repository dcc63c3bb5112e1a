//! Requests about customers and tags.

use super::card::LONGEST_ALERTS;
use super::directory::Sort;
use super::onboarding::DateOfBirth;
use super::tags::TagName;
use super::{Gender, GuardianRequest, NoteKind};
use parlour_storage::paging::{PageNumber, PageSize};
use parlour_values::color::Color;
use parlour_values::contact::{EmailAddress, Phone};
use parlour_values::gstin::Gstin;
use parlour_values::id::{BookingId, StaffId, TagId, UserId};
use parlour_values::input::{Clearable, Int, Name, Prose, Text, Trimmed, body};
use parlour_values::language::Language;
use parlour_values::message_channel::ChannelOrder;

body! {
    pub struct ListCustomersRequest {
        q: Option<Trimmed<0, 120>>,
        sort: Option<Sort>,
        tag: Option<Text<0, 200>>,
        page: PageNumber,
        page_size: PageSize,
    }
}

body! {
    /// A manager's word against the count; nothing given changes nothing.
    pub struct OverrideRequest {
        noshow_count: Option<Int<0, 2_147_483_647>>,
        booking_requires_approval: Option<bool>,
    }
}

/// Texts that a desk can write of a customer beside who they are.
type Alerts = Trimmed<0, LONGEST_ALERTS>;
type LegalName = Name<1, 200>;

body! {
    /// Somebody without an account, whom the desk writes down.
    pub struct CreateCustomerRequest {
        name: Name<1, 120>,
        phone: Phone,
        email: Option<EmailAddress>,
        date_of_birth: Option<DateOfBirth>,
        /// The person who answers for them: required of somebody under 18.
        guardian: Option<GuardianRequest>,
        gender: Option<Gender>,
        marketing_consent: Option<bool>,
        whatsapp_consent: Option<bool>,
        photos_consent: Option<bool>,
        health_notes_consent: Option<bool>,
        preferred_language: Option<Language>,
        channels: Option<ChannelOrder>,
        alerts: Option<Alerts>,
        preferred_staff_id: Option<StaffId>,
        gstin: Option<Gstin>,
        legal_name: Option<LegalName>,
    }
}

impl CreateCustomerRequest {
    /// The facts known of them beside name and phone.
    pub(super) fn facts(&self) -> CustomerProfileRequest {
        CustomerProfileRequest {
            name: None,
            phone: None,
            email: given(&self.email),
            date_of_birth: given(&self.date_of_birth),
            guardian: given(&self.guardian),
            gender: given(&self.gender),
            marketing_consent: self.marketing_consent,
            whatsapp_consent: self.whatsapp_consent,
            photos_consent: self.photos_consent,
            health_notes_consent: self.health_notes_consent,
            preferred_language: self.preferred_language,
            channels: self.channels.clone(),
            alerts: given(&self.alerts),
            preferred_staff_id: given(&self.preferred_staff_id),
            gstin: given(&self.gstin),
            legal_name: given(&self.legal_name),
        }
    }
}

fn given<T: Clone>(value: &Option<T>) -> Clearable<T> {
    value.clone().map_or(Clearable::Keep, Clearable::Set)
}

body! {
    /// Changes to what the desk knows; fields left out stay.
    pub struct CustomerProfileRequest {
        name: Option<Name<1, 120>>,
        phone: Option<Phone>,
        email: Clearable<EmailAddress>,
        date_of_birth: Clearable<DateOfBirth>,
        guardian: Clearable<GuardianRequest>,
        gender: Clearable<Gender>,
        marketing_consent: Option<bool>,
        whatsapp_consent: Option<bool>,
        photos_consent: Option<bool>,
        health_notes_consent: Option<bool>,
        preferred_language: Option<Language>,
        channels: Option<ChannelOrder>,
        alerts: Clearable<Alerts>,
        preferred_staff_id: Clearable<StaffId>,
        gstin: Clearable<Gstin>,
        legal_name: Clearable<LegalName>,
    }
}

impl CustomerProfileRequest {
    /// The same without what it agrees to in the customer's name: an old list may be from before they withdrew it.
    #[must_use]
    pub fn without_new_consents(&self) -> Self {
        let withdrawn = |consent: Option<bool>| consent.filter(|given| !given);
        Self {
            marketing_consent: withdrawn(self.marketing_consent),
            whatsapp_consent: withdrawn(self.whatsapp_consent),
            photos_consent: withdrawn(self.photos_consent),
            health_notes_consent: withdrawn(self.health_notes_consent),
            ..self.clone()
        }
    }
}

body! {
    pub struct CustomerNoteRequest {
        content: Trimmed<1, 1000>,
        booking_id: Option<BookingId>,
        kind: Option<NoteKind>,
        pinned: Option<bool>,
    }
}

body! {
    pub struct AssignRequest {
        tag_id: TagId,
    }
}

body! {
    pub struct CreateTagRequest {
        name: TagName,
        color: Color,
        description: Option<Prose<0, 500>>,
    }
}

body! {
    /// The customer whose history is to be moved: a walk-in without a sign-in.
    pub struct MergeRequest {
        from_id: UserId,
    }
}
