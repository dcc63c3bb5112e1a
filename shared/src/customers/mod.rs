//! The people the salon looks after, and what it knows about them.

pub mod directory;
mod profile;
pub mod standing;
mod store;
pub mod tags;

pub use profile::{Gender, Profile, ProfileView};
pub use store::save_profile;
