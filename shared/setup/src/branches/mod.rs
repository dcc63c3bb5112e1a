//! The salon's branches and how each takes bookings.

mod admin;
mod branch;
mod change;
mod near;
mod policy;
mod request;
mod seller;
mod series;
mod store;
mod view;

pub use admin::BranchChange;
pub use branch::{Branch, BranchSettings, BranchStatus, WEEKDAYS, WeekdayHours, check_code, must_stay_operational};
pub use change::BranchError;
pub use near::near;
pub use policy::{Confirmation, SlotPolicy};
pub use request::{
    BranchCode, BranchIds, BranchNumber, CreateBranchRequest, ListBranchesRequest, NOT_OF_THE_STATE,
    PatchBranchRequest, SettingsRequest, StateCode, UpiId,
};
pub use series::NumberSeries;
pub use store::Branches;
pub use view::{
    BranchAnswer, BranchList, BranchView, BranchesAnswer, PublicBranch, SettingsAnswer, SettingsView, WeekdayHoursView,
};
