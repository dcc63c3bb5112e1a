//! The people who do the work.

mod admin;
mod leaving;
mod member;
mod request;
mod store;
mod view;

pub use admin::StaffError;
pub use member::StaffMember;
pub use request::{AddStaffRequest, DeactivateRequest, ListStaffRequest, PatchStaffRequest};
pub use store::Staff;
pub use view::{StaffAnswer, StaffList, StaffView};
