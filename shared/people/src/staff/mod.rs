//! The people who do the work.

mod member;
mod request;
mod store;
mod view;

pub use member::StaffMember;
pub use request::{AddStaffRequest, DeactivateRequest, ListStaffRequest, PatchStaffRequest, ServiceIds};
pub use store::Staff;
pub use view::{StaffAnswer, StaffList, StaffView};
