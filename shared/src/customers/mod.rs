//! The people the salon looks after, and what it knows about them.

mod profile;
pub mod standing;
pub mod tags;

pub use profile::{Gender, Profile, ProfileView};
