//! The salon's branches and how each takes bookings.

mod branch;
mod store;
mod view;

pub use branch::{Branch, BranchSettings, BranchStatus};
pub use store::Branches;
pub use view::PublicBranch;
