//! The salon's branches and how each takes bookings.

mod admin;
mod branch;
mod change;
mod request;
mod store;
mod view;

pub use branch::{Branch, BranchSettings, BranchStatus, check_code};
pub use change::BranchError;
pub use request::{BranchIds, CreateBranchRequest, ListBranchesRequest, PatchBranchRequest, SettingsRequest};
pub use store::Branches;
pub use view::{BranchAnswer, BranchList, BranchView, BranchesAnswer, PublicBranch, SettingsAnswer, SettingsView};
