//! Customers: profiles, notes, tags and the directory.

mod admin;
mod bookable;
pub mod directory;
pub mod no_show_record;
mod note;
mod onboarding;
mod profile;
mod request;
mod store;
mod tag;
pub mod tags;
mod view;
mod visits;

pub use admin::CustomerError;
pub use bookable::BookableCustomer;
pub use directory::Customers;
pub use note::CustomerNote;
pub use onboarding::{CompleteProfileRequest, OnboardingView, ProfileAnswer, ProfileError, ProfilePatchRequest};

pub use profile::{Gender, PhoneChanges, Profile, ProfileView};
pub use request::{
    AssignRequest, CreateTagRequest, CustomerNoteRequest, ListCustomersRequest, MergeRequest, OverrideRequest,
};
pub use store::{CompletedProfile, Profiles, save_profile, save_profile_among};
pub use tag::{Tag, TagAssignment};
pub use view::{
    CustomerAnswer, CustomerDetail, CustomerList, CustomerNoteAnswer, CustomerNoteView, CustomerProfileAnswer,
    CustomerRow, TagAnswer, TagList, TagMark, TagView,
};
pub use visits::DayOfVisits;
