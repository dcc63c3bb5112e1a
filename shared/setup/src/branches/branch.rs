//! A branch, as it is kept.

use serde::{Deserialize, Serialize};

use crate::branches::{Confirmation, SlotPolicy};
use parlour_storage::table::{Changes, Condition, Key, Record, Stored, is_default, keys};
use parlour_values::contact::BusinessPhone;
use parlour_values::id::BranchId;
use parlour_values::text_enum::text_enum;
use parlour_values::time::{Instant, Interval, IstDate, TimeOfDay};
use parlour_values::translations::{Translated, Translations};

text_enum! {
    pub enum BranchStatus {
        Operational => "operational",
        ComingSoon => "coming_soon",
        Closed => "closed",
    }
}

parlour_values::input::enum_fields!(BranchStatus, SlotPolicy, Confirmation);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Branch {
    pub id: BranchId,
    pub name: String,
    /// Its name in other languages.
    #[serde(default, skip_serializing_if = "Translations::is_empty")]
    pub translations: Translations,
    /// In booking and invoice numbers; fixed once a booking uses it.
    pub code: String,
    /// Two digits, in membership numbers.
    pub number: String,
    pub address: String,
    /// None: the salon's own is shown.
    #[serde(default)]
    pub phone: Option<BusinessPhone>,
    pub state_code: String,
    /// None: not registered for GST.
    pub gstin: Option<String>,
    pub status: BranchStatus,
    pub is_primary: bool,
    pub open_time: TimeOfDay,
    pub close_time: TimeOfDay,
    /// The weekdays whose hours are other ones.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hours: Vec<WeekdayHours>,
    pub settings: BranchSettings,
    pub created_at: Instant,
    pub updated_at: Instant,
}

/// The hours of one day of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeekdayHours {
    /// From 1, Monday, to 7.
    pub weekday: u32,
    /// None: closed that day.
    pub opening: Option<Interval>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BranchSettings {
    pub slot_policy: SlotPolicy,
    pub max_reschedules: u32,
    pub change_window_minutes: u32,
    /// How far ahead bookings are taken; None is as far as anybody likes.
    pub horizon_days: Option<u32>,
    /// Whether an invoice's total is rounded to the rupee.
    #[serde(default, skip_serializing_if = "is_default")]
    pub round_to_rupee: bool,
    /// How much a receptionist may take off a bill without a manager, in hundredths of a percent.
    #[serde(default = "usual_desk_discount", skip_serializing_if = "is_usual_desk_discount")]
    pub desk_discount_bps: u32,
    /// The id that UPI apps send money to.
    #[serde(default, skip_serializing_if = "is_default")]
    pub upi_id: Option<String>,
    /// Whether what is not in stock cannot be sold.
    #[serde(default, skip_serializing_if = "is_default")]
    pub strict_stock: bool,
    /// Whether cash is taken with an open drawer only.
    #[serde(default, skip_serializing_if = "is_default")]
    pub require_drawer: bool,
    /// Whether a customer's booking is confirmed by the desk or at once.
    #[serde(default, skip_serializing_if = "is_default")]
    pub confirmation: Confirmation,
    /// How long before its start a customer may book at the latest.
    #[serde(default, skip_serializing_if = "is_default")]
    pub lead_minutes: u32,
}

fn usual_desk_discount() -> u32 {
    BranchSettings::default().desk_discount_bps
}

fn is_usual_desk_discount(bps: &u32) -> bool {
    *bps == usual_desk_discount()
}

impl Default for BranchSettings {
    fn default() -> Self {
        Self {
            slot_policy: SlotPolicy::Open,
            max_reschedules: 2,
            change_window_minutes: 120,
            horizon_days: None,
            round_to_rupee: false,
            desk_discount_bps: 1000,
            upi_id: None,
            strict_stock: false,
            require_drawer: false,
            confirmation: Confirmation::default(),
            lead_minutes: 0,
        }
    }
}

/// The weekdays, Monday first.
pub const WEEKDAYS: std::ops::RangeInclusive<u32> = 1..=7;

impl Branch {
    pub fn is_operational(&self) -> bool {
        self.status == BranchStatus::Operational
    }

    pub fn opening(&self) -> Interval {
        Interval { start: self.open_time, end: self.close_time }
    }

    /// Whether a customer's booking is a promise at once.
    pub fn confirms_at_once(&self) -> bool {
        let BranchSettings { slot_policy, confirmation, .. } = &self.settings;
        *slot_policy == SlotPolicy::Staffed && *confirmation == Confirmation::Instant
    }

    /// The hours of that day; none where the branch is closed on its weekday.
    pub fn opening_on(&self, date: IstDate) -> Option<Interval> {
        self.opening_of(date.weekday())
    }

    /// The hours of a weekday, from 1, Monday, to 7; none where the branch is closed then.
    pub fn opening_of(&self, weekday: u32) -> Option<Interval> {
        self.own_hours(weekday).map_or_else(|| Some(self.opening()), |hours| hours.opening)
    }

    /// The hours set for a weekday, where they are other than usual.
    pub fn own_hours(&self, weekday: u32) -> Option<WeekdayHours> {
        self.hours.iter().find(|hours| hours.weekday == weekday).copied()
    }

    pub fn is_registered_for_gst(&self) -> bool {
        self.gstin.is_some()
    }
}

impl Translated for Branch {
    fn texts(&self) -> (&Translations, &str, &str) {
        (&self.translations, &self.name, "")
    }
}

impl Record for Branch {
    const KIND: &'static str = "branch";

    fn key(&self) -> Key {
        keys::branch(&self.id)
    }
}

/// For whoever gives a series' first number: the code it carries must still be the branch's when it is written. Later
/// numbers need not ask, since a code with numbers does not change.
pub fn check_code(branch: &Stored<Branch>, sequence: u64, changes: &mut Changes) {
    if sequence <= 1 {
        changes.check(Branch::KIND, branch.key(), Condition::Version(branch.version));
    }
}

/// For whoever gives a booking a time: where the branch is closed, or a person or a room of it changes at the same moment
/// ([`outdate_plans`](super::Branches::outdate_plans)), one of the two is retried.
pub fn must_stay_operational(branch: &Stored<Branch>, changes: &mut Changes) {
    changes.check(Branch::KIND, branch.key(), Condition::Version(branch.version));
}

impl Branch {
    /// For tests, here and in the crates above: from nine to nine, under `open`, not registered for GST.
    pub fn sample() -> Self {
        let then = Instant::from_millis(1_794_800_000_000);
        Self {
            id: "main".into(),
            name: "Main".to_owned(),
            translations: Translations::default(),
            code: "MAIN".to_owned(),
            number: "01".to_owned(),
            address: "1 High Street".to_owned(),
            phone: None,
            state_code: "27".to_owned(),
            gstin: None,
            status: BranchStatus::Operational,
            is_primary: true,
            open_time: TimeOfDay::hm(9, 0).unwrap_or(TimeOfDay::MIDNIGHT),
            close_time: TimeOfDay::hm(21, 0).unwrap_or(TimeOfDay::END_OF_DAY),
            hours: Vec::new(),
            settings: BranchSettings::default(),
            created_at: then,
            updated_at: then,
        }
    }
}
