//! Creating and changing a branch, without I/O.

use super::request::{CreateBranchRequest, Hours, HoursRequest, PatchBranchRequest, SettingsRequest};
use super::{Branch, BranchSettings, Confirmation, SlotPolicy, WeekdayHours};
use parlour_storage::failure::Refused;
use parlour_values::id::{BookingId, BranchId};
use parlour_values::input::{Clearable, Int};
use parlour_values::time::{Instant, Interval};
use parlour_values::translations::Translations;

#[derive(Debug, thiserror::Error)]
pub enum BranchError {
    #[error("no such branch")]
    Unknown,
    #[error("the code is taken")]
    CodeTaken,
    #[error("numbers that carry the code have been given out")]
    CodeInUse,
    #[error("its GSTIN would be of another state")]
    GstinOfAnotherState,
    #[error("it would close before it opens")]
    ClosesBeforeItOpens,
    #[error("bookings would be confirmed at once where nobody's time is kept")]
    InstantWithoutStaff,
    #[error("no branch would be primary")]
    NoOtherPrimary,
    /// Bookings that have to be moved or cancelled before the branch stops taking any.
    #[error("bookings are ahead")]
    HoldsBookings(Vec<BookingId>),
}

impl Refused for BranchError {}

/// By weekday.
fn weekday_hours(hours: &Hours) -> Vec<WeekdayHours> {
    let of = |day: &HoursRequest| WeekdayHours {
        weekday: day.weekday.as_u32(),
        opening: day.open.zip(day.close).map(|(start, end)| Interval { start, end }),
    };
    let mut hours: Vec<WeekdayHours> = hours.iter().map(of).collect();
    hours.sort_by_key(|day| day.weekday);
    hours
}

impl Branch {
    pub fn new(id: BranchId, request: &CreateBranchRequest, is_primary: bool, now: Instant) -> Self {
        Self {
            id,
            name: request.name.to_string(),
            translations: Translations::given(request.translations.as_ref()),
            code: request.code.as_str().to_owned(),
            number: request.number.as_str().to_owned(),
            address: request.address.to_string(),
            phone: request.phone.clone(),
            state_code: request.state_code.as_str().to_owned(),
            gstin: request.gstin.as_ref().map(|gstin| gstin.as_str().to_owned()),
            status: request.status,
            is_primary,
            open_time: request.open_time,
            close_time: request.close_time,
            hours: request.hours.as_ref().map(weekday_hours).unwrap_or_default(),
            settings: BranchSettings::default(),
            created_at: now,
            updated_at: now,
        }
    }

    /// The primary branch cannot be made secondary; another branch has to become primary instead.
    pub fn patched(&self, request: &PatchBranchRequest, now: Instant) -> Result<Self, BranchError> {
        let kept = self.clone();
        let patched = Self {
            name: request.name.clone().map_or(kept.name, String::from),
            translations: kept.translations.changed(&request.translations),
            code: request.code.as_ref().map_or(kept.code, |code| code.as_str().to_owned()),
            number: request.number.as_ref().map_or(kept.number, |number| number.as_str().to_owned()),
            address: request.address.clone().map_or(kept.address, String::from),
            phone: request.phone.clone().over(kept.phone),
            state_code: request.state_code.as_ref().map_or(kept.state_code, |code| code.as_str().to_owned()),
            gstin: request.gstin.clone().map(|gstin| gstin.as_str().to_owned()).over(kept.gstin),
            status: request.status.unwrap_or(kept.status),
            is_primary: request.is_primary.unwrap_or(kept.is_primary),
            open_time: request.open_time.unwrap_or(kept.open_time),
            close_time: request.close_time.unwrap_or(kept.close_time),
            hours: match &request.hours {
                Clearable::Keep => kept.hours,
                Clearable::Clear => Vec::new(),
                Clearable::Set(hours) => weekday_hours(hours),
            },
            updated_at: now,
            ..kept
        };
        if patched.close_time <= patched.open_time {
            return Err(BranchError::ClosesBeforeItOpens);
        }
        // One that was taken before it was checked stays until it is changed.
        let registers = (&patched.gstin, &patched.state_code) != (&self.gstin, &self.state_code);
        if registers && patched.gstin.as_ref().is_some_and(|gstin| !gstin.starts_with(&patched.state_code)) {
            return Err(BranchError::GstinOfAnotherState);
        }
        if self.is_primary && !patched.is_primary {
            return Err(BranchError::NoOtherPrimary);
        }
        Ok(patched)
    }

    /// The same branch, no longer the primary one.
    pub fn stepped_down(&self, now: Instant) -> Self {
        Self { is_primary: false, updated_at: now, ..self.clone() }
    }

    pub fn with_settings(&self, request: &SettingsRequest, now: Instant) -> Result<Self, BranchError> {
        let kept = &self.settings;
        let settings = BranchSettings {
            slot_policy: request.slot_policy.unwrap_or(kept.slot_policy),
            max_reschedules: request.max_reschedules.map_or(kept.max_reschedules, |most| most.as_u32()),
            change_window_minutes: request
                .change_window_minutes
                .map_or(kept.change_window_minutes, |minutes| minutes.as_u32()),
            horizon_days: request.horizon_days.clone().map(Int::as_u32).over(kept.horizon_days),
            round_to_rupee: request.round_to_rupee.unwrap_or(kept.round_to_rupee),
            desk_discount_bps: request.desk_discount_bps.map_or(kept.desk_discount_bps, |most| most.as_u32()),
            upi_id: request.upi_id.clone().map(|id| id.as_str().to_owned()).over(kept.upi_id.clone()),
            strict_stock: request.strict_stock.unwrap_or(kept.strict_stock),
            require_drawer: request.require_drawer.unwrap_or(kept.require_drawer),
            confirmation: request.confirmation.unwrap_or(kept.confirmation),
            lead_minutes: request.lead_minutes.map_or(kept.lead_minutes, |minutes| minutes.as_u32()),
        };
        if settings.confirmation == Confirmation::Instant && settings.slot_policy == SlotPolicy::Open {
            return Err(BranchError::InstantWithoutStaff);
        }
        Ok(Self { settings, updated_at: now, ..self.clone() })
    }
}
