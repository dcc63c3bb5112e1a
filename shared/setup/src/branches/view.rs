//! Branches as callers see them.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Branch, BranchSettings, BranchStatus, Confirmation, WEEKDAYS, WeekdayHours};
use crate::branches::SlotPolicy;
use parlour_values::contact::BusinessPhone;
use parlour_values::id::BranchId;
use parlour_values::time::{Instant, TimeOfDay};
use parlour_values::translations::{Translated, Translations};

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicBranch {
    pub id: BranchId,
    pub name: String,
    /// Its name in other languages; left out where nothing is translated.
    #[serde(skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
    pub code: String,
    pub address: String,
    pub phone: Option<BusinessPhone>,
    pub open_time: TimeOfDay,
    pub close_time: TimeOfDay,
    /// Every weekday, Monday first.
    pub hours: Vec<WeekdayHoursView>,
}

/// The hours of a weekday, or that it is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct WeekdayHoursView {
    /// From 1, Monday, to 7.
    pub weekday: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<TimeOfDay>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub close: Option<TimeOfDay>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<bool>,
}

impl From<WeekdayHours> for WeekdayHoursView {
    fn from(day: WeekdayHours) -> Self {
        Self {
            weekday: day.weekday,
            open: day.opening.map(|opening| opening.start),
            close: day.opening.map(|opening| opening.end),
            closed: day.opening.is_none().then_some(true),
        }
    }
}

impl Translated for PublicBranch {
    fn texts(&self) -> (&Translations, &str, &str) {
        (&self.translations, &self.name, "")
    }
}

impl From<&Branch> for PublicBranch {
    fn from(branch: &Branch) -> Self {
        Self {
            id: branch.id.clone(),
            name: branch.name.clone(),
            translations: branch.translations.clone(),
            code: branch.code.clone(),
            address: branch.address.clone(),
            phone: branch.phone.clone(),
            open_time: branch.open_time,
            close_time: branch.close_time,
            hours: WEEKDAYS
                .map(|weekday| WeekdayHours { weekday, opening: branch.opening_of(weekday) }.into())
                .collect(),
        }
    }
}

/// The branches that take bookings.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BranchesAnswer {
    pub branches: Vec<PublicBranch>,
}

/// A branch as the owner sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BranchView {
    pub id: BranchId,
    pub name: String,
    /// Its name in other languages; left out where nothing is translated.
    #[serde(skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
    pub code: String,
    pub number: String,
    pub address: String,
    pub phone: Option<BusinessPhone>,
    pub state_code: String,
    pub gstin: Option<String>,
    pub status: BranchStatus,
    pub is_primary: bool,
    pub open_time: TimeOfDay,
    pub close_time: TimeOfDay,
    /// The weekdays whose hours are other ones.
    pub hours: Vec<WeekdayHoursView>,
    pub created_at: Instant,
    pub updated_at: Instant,
}

impl From<&Branch> for BranchView {
    fn from(branch: &Branch) -> Self {
        Self {
            id: branch.id.clone(),
            name: branch.name.clone(),
            translations: branch.translations.clone(),
            code: branch.code.clone(),
            number: branch.number.clone(),
            address: branch.address.clone(),
            phone: branch.phone.clone(),
            state_code: branch.state_code.clone(),
            gstin: branch.gstin.clone(),
            status: branch.status,
            is_primary: branch.is_primary,
            open_time: branch.open_time,
            close_time: branch.close_time,
            hours: branch.hours.iter().copied().map(WeekdayHoursView::from).collect(),
            created_at: branch.created_at,
            updated_at: branch.updated_at,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BranchAnswer {
    pub branch: BranchView,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BranchList {
    pub branches: Vec<BranchView>,
}

/// How a branch takes bookings.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingsView {
    pub slot_policy: SlotPolicy,
    pub max_reschedules: u32,
    pub change_window_minutes: u32,
    pub horizon_days: Option<u32>,
    /// Whether an invoice's total is rounded to the rupee, half up.
    pub round_to_rupee: bool,
    /// How much a receptionist may take off a bill without a manager, in hundredths of a percent.
    pub desk_discount_bps: u32,
    /// The id that UPI apps send money to.
    pub upi_id: Option<String>,
    /// Whether what is not in stock cannot be sold.
    pub strict_stock: bool,
    /// Whether cash is taken with an open drawer only.
    pub require_drawer: bool,
    /// Whether the desk answers each request, or a customer's booking is confirmed at once.
    pub confirmation: Confirmation,
    /// How long before its start a customer may book at the latest.
    pub lead_minutes: u32,
}

impl From<&BranchSettings> for SettingsView {
    fn from(settings: &BranchSettings) -> Self {
        Self {
            slot_policy: settings.slot_policy,
            max_reschedules: settings.max_reschedules,
            change_window_minutes: settings.change_window_minutes,
            horizon_days: settings.horizon_days,
            round_to_rupee: settings.round_to_rupee,
            desk_discount_bps: settings.desk_discount_bps,
            upi_id: settings.upi_id.clone(),
            strict_stock: settings.strict_stock,
            require_drawer: settings.require_drawer,
            confirmation: settings.confirmation,
            lead_minutes: settings.lead_minutes,
        }
    }
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SettingsAnswer {
    pub settings: SettingsView,
}
