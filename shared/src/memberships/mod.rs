//! Spa hours bought ahead and used session by session.

mod membership;
pub mod rules;
mod tier;

pub use membership::{ActiveMembership, Membership};
pub use tier::Tier;
