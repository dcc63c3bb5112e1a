//! The people who do the work.

mod member;
mod store;

pub use member::StaffMember;
pub use store::Staff;
