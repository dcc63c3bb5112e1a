//! A customer's profile: what onboarding asked, and what their visits added up to.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::guardian::{Guardian, GuardianView};
use super::no_show_record::NoShowRecord;
use super::opening::OpeningBalances;
use super::visits::DayOfVisits;
use parlour_storage::table::{Key, Places, Record, Stored, is_default, keys};
use parlour_values::contact::{EmailAddress, Phone};
use parlour_values::gstin::Gstin;
use parlour_values::id::{ProfileId, Random, StaffId, UserId};
use parlour_values::language::Language;
use parlour_values::message_channel::ChannelOrder;
use parlour_values::money::Paise;
use parlour_values::text_enum::text_enum;
use parlour_values::time::{Instant, IstDate};

text_enum! {
    pub enum Gender {
        Female => "female",
        Male => "male",
        Other => "other",
        Undisclosed => "undisclosed",
    }
}

parlour_values::input::enum_fields!(Gender);

/// How often somebody has changed their phone on a day. Phones are unverified: without a limit, one person could hold one
/// number after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhoneChanges {
    pub on: IstDate,
    pub count: u32,
}

impl PhoneChanges {
    const MOST_A_DAY: u32 = 3;

    /// With one more change; none if the day has had as many as it may.
    pub fn after_another(earlier: Option<Self>, today: IstDate) -> Option<Self> {
        let count = earlier.filter(|earlier| earlier.on == today).map_or(0, |earlier| earlier.count);
        (count < Self::MOST_A_DAY).then_some(Self { on: today, count: count.saturating_add(1) })
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    pub id: ProfileId,
    pub user_id: UserId,
    /// None on the bare profile of somebody who came before onboarding.
    pub phone: Option<Phone>,
    pub gender: Option<Gender>,
    pub date_of_birth: Option<IstDate>,
    pub marketing_consent: bool,
    pub marketing_consent_at: Option<Instant>,
    pub appointment_reminders_enabled: bool,
    pub membership_alerts_enabled: bool,
    pub acquisition_source: Option<String>,
    pub utm_source: Option<String>,
    pub utm_medium: Option<String>,
    pub utm_campaign: Option<String>,
    pub first_visit_at: Option<Instant>,
    pub last_visit_at: Option<Instant>,
    pub total_visits: u32,
    pub total_spent: Paise,
    pub noshow_count: u32,
    pub late_cancellation_count: u32,
    pub consecutive_completed_bookings: u32,
    pub booking_requires_approval: bool,
    /// Approval was asked for because of no-shows, not by hand.
    #[serde(default, skip_serializing_if = "is_default")]
    pub approval_by_no_shows: bool,
    /// Approval was asked for, and completed bookings in a row have lifted it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub approval_is_lifted: bool,
    /// When a no-show last ended the row of completed bookings.
    #[serde(default, skip_serializing_if = "is_default")]
    pub row_began_at: Option<Instant>,
    /// The visits of the last day with any, which can still be taken back on that day.
    #[serde(default, skip_serializing_if = "is_default")]
    pub day_of_visits: Option<DayOfVisits>,
    /// Whether onboarding was completed, as against a row that a visit or a walk-in made.
    pub is_onboarded: bool,
    /// How often the phone was changed on the day it last was.
    #[serde(default)]
    pub phone_changes: Option<PhoneChanges>,
    /// How often the phone was changed in all: what was sent to one that was given up is not for whoever has it now, even
    /// when it is theirs again.
    #[serde(default, skip_serializing_if = "is_default")]
    pub phone_generation: u32,
    /// The email that somebody without an account left at the desk. Nobody has verified it: nothing is sent there.
    #[serde(default, skip_serializing_if = "is_default")]
    pub email: Option<EmailAddress>,
    /// The staff member they like to be served by.
    #[serde(default, skip_serializing_if = "is_default")]
    pub preferred_staff_id: Option<StaffId>,
    /// Of the business that their invoices are made out to.
    #[serde(default, skip_serializing_if = "is_default")]
    pub gstin: Option<Gstin>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub legal_name: Option<String>,
    /// The amount still to be paid of their invoices.
    #[serde(default, skip_serializing_if = "is_default")]
    pub due: Paise,
    /// The balances they brought along from the books that were kept before.
    #[serde(default, skip_serializing_if = "is_default")]
    pub opening: Option<OpeningBalances>,
    /// The language that messages, notifications and documents are written in.
    #[serde(default, skip_serializing_if = "is_default")]
    pub preferred_language: Language,
    /// Whether messages may come by WhatsApp. An SMS about one's own booking needs no consent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub whatsapp_consent: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub whatsapp_consent_at: Option<Instant>,
    /// Whether pictures of them may be shown.
    #[serde(default, skip_serializing_if = "is_default")]
    pub photos_consent: bool,
    /// Whether what concerns their health may be written down.
    #[serde(default, skip_serializing_if = "is_default")]
    pub health_notes_consent: bool,
    /// The channels they read messages on, where they have said so.
    #[serde(default, skip_serializing_if = "is_default")]
    pub channels: Option<ChannelOrder>,
    /// The person who answers for them while they are under 18.
    #[serde(default, skip_serializing_if = "is_default")]
    pub guardian: Option<Guardian>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl Profile {
    pub fn no_shows(&self) -> NoShowRecord {
        NoShowRecord {
            noshow_count: self.noshow_count,
            consecutive_completed_bookings: self.consecutive_completed_bookings,
            booking_requires_approval: self.booking_requires_approval,
            by_no_shows: self.approval_by_no_shows,
            is_lifted: self.approval_is_lifted,
        }
    }

    #[must_use]
    pub fn with_no_shows(self, no_shows: NoShowRecord) -> Self {
        let NoShowRecord {
            noshow_count,
            consecutive_completed_bookings,
            booking_requires_approval,
            by_no_shows,
            is_lifted,
        } = no_shows;
        Self {
            noshow_count,
            consecutive_completed_bookings,
            booking_requires_approval,
            approval_by_no_shows: by_no_shows,
            approval_is_lifted: is_lifted,
            ..self
        }
    }

    /// The business that an invoice of theirs is made out to, as it stands on paper: its GSTIN and its name.
    pub fn business(&self) -> (Option<String>, Option<String>) {
        (self.gstin.as_ref().map(ToString::to_string), self.legal_name.clone())
    }

    pub(super) fn set_marketing_consent(&mut self, given: Option<bool>, now: Instant) {
        let before = (self.marketing_consent, self.marketing_consent_at);
        (self.marketing_consent, self.marketing_consent_at) = dated(before, given, now);
    }

    /// Whoever agrees again after a second STOP, which left mail alone, wants messages there.
    pub fn set_whatsapp_consent(&mut self, given: Option<bool>, now: Instant) {
        let agrees = given == Some(true) && !self.whatsapp_consent;
        if agrees && self.channels == Some(ChannelOrder::mail_alone()) {
            self.channels = None;
        }
        let before = (self.whatsapp_consent, self.whatsapp_consent_at);
        (self.whatsapp_consent, self.whatsapp_consent_at) = dated(before, given, now);
    }

    /// As the API answers it: of whoever has not chosen, the order that the channels are declared in.
    pub fn channel_order(&self) -> ChannelOrder {
        self.channels.clone().unwrap_or_default()
    }

    /// The amount due before the salon kept its books here, where something still is.
    pub fn opening_due(&self) -> Option<Paise> {
        self.opening.as_ref().map(|opening| opening.due).filter(|due| *due > Paise::ZERO)
    }

    /// Counts what was bought, and what of it is still to be paid.
    pub fn count_spend(&mut self, total: Paise, due: Paise) {
        self.total_spent = self.total_spent.plus(total);
        self.due = self.due.plus(due);
    }

    /// The profile to change now, as it was read; that of somebody of whom nothing is known yet where there is none.
    pub fn or_bare(read: Option<&Stored<Self>>, random: &Random, user_id: &UserId, now: Instant) -> Self {
        let profile = read.map_or_else(|| Self::bare(random.id(), user_id.clone(), now), |read| read.record.clone());
        Self { updated_at: now, ..profile }
    }

    /// The profile left of somebody who is erased: the figures that reports are made of.
    #[must_use]
    pub fn erased(&self, now: Instant) -> Self {
        Self {
            first_visit_at: self.first_visit_at,
            last_visit_at: self.last_visit_at,
            total_visits: self.total_visits,
            total_spent: self.total_spent,
            noshow_count: self.noshow_count,
            late_cancellation_count: self.late_cancellation_count,
            consecutive_completed_bookings: self.consecutive_completed_bookings,
            day_of_visits: self.day_of_visits.clone(),
            due: self.due,
            // Papers are printed again as they were.
            preferred_language: self.preferred_language,
            created_at: self.created_at,
            ..Self::bare(self.id.clone(), self.user_id.clone(), now)
        }
    }

    /// The row of somebody of whom nothing is known yet.
    pub fn bare(id: ProfileId, user_id: UserId, now: Instant) -> Self {
        Self {
            id,
            user_id,
            phone: None,
            gender: None,
            date_of_birth: None,
            marketing_consent: false,
            marketing_consent_at: None,
            appointment_reminders_enabled: true,
            membership_alerts_enabled: true,
            acquisition_source: None,
            utm_source: None,
            utm_medium: None,
            utm_campaign: None,
            first_visit_at: None,
            last_visit_at: None,
            total_visits: 0,
            total_spent: Paise::ZERO,
            noshow_count: 0,
            late_cancellation_count: 0,
            consecutive_completed_bookings: 0,
            booking_requires_approval: false,
            approval_by_no_shows: false,
            approval_is_lifted: false,
            row_began_at: None,
            day_of_visits: None,
            is_onboarded: false,
            phone_changes: None,
            phone_generation: 0,
            email: None,
            preferred_staff_id: None,
            gstin: None,
            legal_name: None,
            due: Paise::ZERO,
            opening: None,
            preferred_language: Language::default(),
            whatsapp_consent: false,
            whatsapp_consent_at: None,
            photos_consent: false,
            health_notes_consent: false,
            channels: None,
            guardian: None,
            created_at: now,
            updated_at: now,
        }
    }
}

impl Record for Profile {
    const KIND: &'static str = "profile";

    fn key(&self) -> Key {
        keys::profile(&self.user_id)
    }

    fn places(&self) -> Places {
        let birthday = self.date_of_birth.map(|born| keys::birthday(born.month(), born.day(), &self.user_id));
        Places { g1: birthday, ..Places::default() }
    }
}

/// Consent is dated when it is given, and not when it is repeated.
fn dated(before: (bool, Option<Instant>), given: Option<bool>, now: Instant) -> (bool, Option<Instant>) {
    let (was_given, since) = before;
    match (given.unwrap_or(was_given), was_given) {
        (false, _) => (false, None),
        (true, true) => (true, since),
        (true, false) => (true, Some(now)),
    }
}

/// The customer profile row.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileView {
    pub id: ProfileId,
    pub user_id: UserId,
    pub phone: Option<Phone>,
    pub gender: Option<Gender>,
    pub date_of_birth: Option<IstDate>,
    pub marketing_consent: bool,
    pub marketing_consent_at: Option<Instant>,
    pub appointment_reminders_enabled: bool,
    pub membership_alerts_enabled: bool,
    pub preferred_language: Language,
    pub whatsapp_consent: bool,
    pub whatsapp_consent_at: Option<Instant>,
    pub photos_consent: bool,
    pub health_notes_consent: bool,
    pub channels: ChannelOrder,
    /// Whether they chose that order; for the page that asks.
    #[serde(skip)]
    pub has_chosen_channels: bool,
    /// The person who answers for them while they are under 18.
    pub guardian: Option<GuardianView>,
    pub acquisition_source: Option<String>,
    pub utm_campaign: Option<String>,
    pub utm_medium: Option<String>,
    pub utm_source: Option<String>,
    pub first_visit_at: Option<Instant>,
    pub last_visit_at: Option<Instant>,
    pub total_visits: u32,
    pub total_spent_paise: Paise,
    pub noshow_count: u32,
    pub late_cancellation_count: u32,
    pub consecutive_completed_bookings: u32,
    pub booking_requires_approval: bool,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl From<&Profile> for ProfileView {
    fn from(profile: &Profile) -> Self {
        let profile = profile.clone();
        Self {
            id: profile.id,
            user_id: profile.user_id,
            phone: profile.phone,
            gender: profile.gender,
            date_of_birth: profile.date_of_birth,
            marketing_consent: profile.marketing_consent,
            marketing_consent_at: profile.marketing_consent_at,
            appointment_reminders_enabled: profile.appointment_reminders_enabled,
            membership_alerts_enabled: profile.membership_alerts_enabled,
            preferred_language: profile.preferred_language,
            whatsapp_consent: profile.whatsapp_consent,
            whatsapp_consent_at: profile.whatsapp_consent_at,
            photos_consent: profile.photos_consent,
            health_notes_consent: profile.health_notes_consent,
            has_chosen_channels: profile.channels.is_some(),
            channels: profile.channels.unwrap_or_default(),
            guardian: profile.guardian.as_ref().map(GuardianView::from),
            acquisition_source: profile.acquisition_source,
            utm_campaign: profile.utm_campaign,
            utm_medium: profile.utm_medium,
            utm_source: profile.utm_source,
            first_visit_at: profile.first_visit_at,
            last_visit_at: profile.last_visit_at,
            total_visits: profile.total_visits,
            total_spent_paise: profile.total_spent,
            noshow_count: profile.noshow_count,
            late_cancellation_count: profile.late_cancellation_count,
            consecutive_completed_bookings: profile.consecutive_completed_bookings,
            booking_requires_approval: profile.booking_requires_approval,
            created_at: profile.created_at,
            updated_at: profile.updated_at,
        }
    }
}
