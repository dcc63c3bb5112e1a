//! One file per verb.

pub mod cancel;
pub mod detail;
pub mod list;
pub mod sell;
pub mod session;
pub mod tiers;
