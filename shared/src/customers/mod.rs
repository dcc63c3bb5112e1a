//! The people the salon looks after, and what it knows about them.

pub mod directory;
mod onboarding;
mod profile;
pub mod standing;
mod store;
pub mod tags;

pub use onboarding::{CompleteRequest, OnboardingView, ProfileAnswer, ProfileError, ProfilePatchRequest};
pub use profile::{Gender, Profile, ProfileView};
pub use store::{Completed, Profiles, save_profile};
