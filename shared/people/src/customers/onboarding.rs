//! The profile that a customer fills in after the first sign-in and may change later.

use chrono::TimeDelta;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::{Gender, GuardianRequest, PhoneChanges, Profile, ProfileView};
use parlour_storage::failure::Refused;
use parlour_values::contact::Phone;
use parlour_values::input::{Clearable, Field, Line, Problems, any_date, body};
use parlour_values::language::Language;
use parlour_values::message_channel::ChannelOrder;
use parlour_values::time::{Instant, IstDate};

/// The minimum age of an account.
const YOUNGEST: i32 = 13;

#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    #[error("onboarding has not been completed")]
    NotOnboarded,
    #[error("it is not said who answers for somebody under 18")]
    GuardianMissing,
    #[error("another profile holds the phone")]
    PhoneTaken,
    #[error("the phone has been changed as often as it may be today")]
    PhoneChangedTooOften {
        /// How long until the next day begins.
        wait: TimeDelta,
    },
}

impl Refused for ProfileError {}

/// The birthday of somebody old enough to have an account, on the salon's calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateOfBirth(pub IstDate);

impl DateOfBirth {
    fn judged(born: IstDate, today: IstDate) -> Result<Self, &'static str> {
        if born >= today {
            Err("must be in the past")
        } else if born.age_on(today) < YOUNGEST {
            Err("must be at least 13 years ago")
        } else {
            Ok(Self(born))
        }
    }
}

impl Field for DateOfBirth {
    type Read = Option<Self>;

    fn from_json(value: &Value, path: &str, problems: &mut Problems) -> Option<Self> {
        let born = any_date(value, path, problems)?;
        let judged = problems.today().map_or(Err("cannot be judged"), |today| Self::judged(born, today));
        judged.map_err(|reason| problems.add(path, reason)).ok()
    }

    fn field_schema() -> RefOr<Schema> {
        IstDate::field_schema()
    }
}

type SourceText = Option<Line<0, 120>>;

body! {
    pub struct CompleteProfileRequest {
        phone: Phone,
        date_of_birth: DateOfBirth,
        /// The person who answers for them: required of somebody under 18, unless it was told before.
        guardian: Option<GuardianRequest>,
        gender: Gender,
        marketing_consent: bool,
        appointment_reminders_enabled: Option<bool>,
        membership_alerts_enabled: Option<bool>,
        preferred_language: Option<Language>,
        whatsapp_consent: Option<bool>,
        photos_consent: Option<bool>,
        health_notes_consent: Option<bool>,
        channels: Option<ChannelOrder>,
        acquisition_source: SourceText,
        utm_source: SourceText,
        utm_medium: SourceText,
        utm_campaign: SourceText,
    }
}

body! {
    /// The same fields, each optional.
    pub struct ProfilePatchRequest {
        phone: Option<Phone>,
        date_of_birth: Option<DateOfBirth>,
        guardian: Clearable<GuardianRequest>,
        gender: Option<Gender>,
        marketing_consent: Option<bool>,
        appointment_reminders_enabled: Option<bool>,
        membership_alerts_enabled: Option<bool>,
        preferred_language: Option<Language>,
        whatsapp_consent: Option<bool>,
        photos_consent: Option<bool>,
        health_notes_consent: Option<bool>,
        channels: Option<ChannelOrder>,
        acquisition_source: SourceText,
        utm_source: SourceText,
        utm_medium: SourceText,
        utm_campaign: SourceText,
    }
}

impl From<CompleteProfileRequest> for ProfilePatchRequest {
    fn from(request: CompleteProfileRequest) -> Self {
        Self {
            phone: Some(request.phone),
            date_of_birth: Some(request.date_of_birth),
            guardian: request.guardian.map_or(Clearable::Keep, Clearable::Set),
            gender: Some(request.gender),
            marketing_consent: Some(request.marketing_consent),
            appointment_reminders_enabled: request.appointment_reminders_enabled,
            membership_alerts_enabled: request.membership_alerts_enabled,
            preferred_language: request.preferred_language,
            whatsapp_consent: request.whatsapp_consent,
            photos_consent: request.photos_consent,
            health_notes_consent: request.health_notes_consent,
            channels: request.channels,
            acquisition_source: request.acquisition_source,
            utm_source: request.utm_source,
            utm_medium: request.utm_medium,
            utm_campaign: request.utm_campaign,
        }
    }
}

impl Profile {
    /// The profile with the fields of the request; a field that was left out keeps its value. The first phone is no change
    /// of one.
    pub(super) fn patched(&self, request: &ProfilePatchRequest, now: Instant) -> Result<Self, ProfileError> {
        let today = now.ist_date();
        let changes_phone = request.phone.is_some() && self.phone.is_some() && request.phone != self.phone;
        let phone_changes = if changes_phone {
            let wait = today.plus_days(1).start().since(now);
            let counted = PhoneChanges::after_another(self.phone_changes, today);
            Some(counted.ok_or(ProfileError::PhoneChangedTooOften { wait })?)
        } else {
            self.phone_changes
        };
        let text =
            |given: &SourceText, kept: &Option<String>| given.as_deref().map(str::to_owned).or_else(|| kept.clone());
        let mut patched = Self {
            phone: request.phone.clone().or_else(|| self.phone.clone()),
            phone_changes,
            date_of_birth: request.date_of_birth.map(|born| born.0).or(self.date_of_birth),
            guardian: request.guardian.clone().over(self.guardian.clone()),
            gender: request.gender.or(self.gender),
            appointment_reminders_enabled: request
                .appointment_reminders_enabled
                .unwrap_or(self.appointment_reminders_enabled),
            membership_alerts_enabled: request.membership_alerts_enabled.unwrap_or(self.membership_alerts_enabled),
            preferred_language: request.preferred_language.unwrap_or(self.preferred_language),
            photos_consent: request.photos_consent.unwrap_or(self.photos_consent),
            health_notes_consent: request.health_notes_consent.unwrap_or(self.health_notes_consent),
            acquisition_source: text(&request.acquisition_source, &self.acquisition_source),
            utm_source: text(&request.utm_source, &self.utm_source),
            utm_medium: text(&request.utm_medium, &self.utm_medium),
            utm_campaign: text(&request.utm_campaign, &self.utm_campaign),
            ..self.clone()
        };
        patched.set_marketing_consent(request.marketing_consent, now);
        patched.set_whatsapp_consent(request.whatsapp_consent, now);
        patched.channels = request.channels.clone().or(patched.channels);
        // Somebody who changes something else, and withdraws a consent for example, is not asked for it.
        let is_asked = request.date_of_birth.is_some() || request.guardian.is_given();
        if is_asked && patched.lacks_guardian(today) {
            return Err(ProfileError::GuardianMissing);
        }
        Ok(if patched == *self { patched } else { Self { updated_at: now, ..patched } })
    }
}

/// Whether onboarding is complete, and which fields are missing.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OnboardingView {
    pub completed: bool,
    pub missing: Vec<&'static str>,
}

impl OnboardingView {
    pub fn of(profile: Option<&Profile>) -> Self {
        if profile.is_some_and(|profile| profile.is_onboarded) {
            return Self { completed: true, missing: Vec::new() };
        }
        let known = |is_known: fn(&Profile) -> bool| profile.is_some_and(is_known);
        let fields = [
            ("phone", known(|profile| profile.phone.is_some())),
            ("dateOfBirth", known(|profile| profile.date_of_birth.is_some())),
            ("gender", known(|profile| profile.gender.is_some())),
            // Only onboarding itself asks for it.
            ("marketingConsent", false),
        ];
        Self { completed: false, missing: fields.iter().filter(|(_, known)| !known).map(|(field, _)| *field).collect() }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProfileAnswer {
    pub profile: ProfileView,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(born: &str) -> Result<DateOfBirth, &'static str> {
        DateOfBirth::judged(born.parse().unwrap(), "2026-11-16".parse().unwrap())
    }

    #[test]
    fn an_account_needs_thirteen_birthdays() {
        assert!(judged("2013-11-16").is_ok());
        assert_eq!(judged("2013-11-17"), Err("must be at least 13 years ago"));
        assert_eq!(judged("2026-11-16"), Err("must be in the past"));
        assert_eq!(judged("2030-01-01"), Err("must be in the past"));
    }

    #[test]
    fn consent_is_dated_when_it_is_given_and_not_when_it_is_repeated() {
        let (first, later): (Instant, Instant) =
            ("2026-11-16T04:30:00Z".parse().unwrap(), "2026-11-17T04:30:00Z".parse().unwrap());
        let consent = |given| ProfilePatchRequest {
            phone: None,
            date_of_birth: None,
            guardian: Clearable::Keep,
            gender: None,
            marketing_consent: Some(given),
            appointment_reminders_enabled: None,
            membership_alerts_enabled: None,
            preferred_language: None,
            whatsapp_consent: None,
            photos_consent: None,
            health_notes_consent: None,
            channels: None,
            acquisition_source: None,
            utm_source: None,
            utm_medium: None,
            utm_campaign: None,
        };
        let bare = Profile::bare("p1".into(), "u1".into(), first);
        let given = bare.patched(&consent(true), first).unwrap();
        assert_eq!(given.marketing_consent_at, Some(first));
        assert_eq!(given.patched(&consent(true), later).unwrap().marketing_consent_at, Some(first));
        let withdrawn = given.patched(&consent(false), later).unwrap();
        assert_eq!((withdrawn.marketing_consent, withdrawn.marketing_consent_at), (false, None));
    }
}
