//! Memberships: spa hours bought in advance and used in sessions.

mod error;
mod import;
mod marks;
mod membership;
mod request;
pub mod rules;
mod sell;
mod session;
mod store;
mod tier;
mod tiers;
mod view;

pub use error::MembershipError;
pub use import::{Correction, ImportTerms};
pub use marks::CustomerMarks;
pub use membership::{ActiveMembership, ImportedFrom, Membership};
pub use request::{
    CancelMembershipRequest, CreateTierRequest, ImportMembershipRequest, ListMembershipsRequest, ListTiersRequest,
    PatchTierRequest, SellRequest, SessionLine, SessionRequest,
};
pub use store::Memberships;
pub(crate) use store::cancel_among;
pub use tier::Tier;
pub use view::{MembershipDetail, MembershipListRow, MembershipRow, OwnMembership, SessionTaken, Sold, TierView};
