//! Customers: profiles, notes, tags and the directory.

mod access;
mod admin;
mod at_desk;
mod bookable;
mod card;
mod consents;
pub mod directory;
mod draft;
mod email_holder;
mod erasure;
mod guardian;
mod new_customer;
pub mod no_show_record;
mod note;
mod onboarding;
mod opening;
mod profile;
mod reach;
mod request;
mod store;
mod tag;
pub mod tags;
mod view;
mod visits;

pub use access::{AccessKind, AccessLog, AccessLogRequest, AccessView, CustomerAccess, ExportAccess};
pub use admin::{CustomerError, may_change};
pub use bookable::{BookableCustomer, CustomerStanding, SuspendedCustomer};
pub use card::{CardNoteView, CustomerCard, CustomerCardView};
pub use consents::{ConsentEntry, ConsentPurpose, ConsentSource, ConsentView, Consents};
pub use directory::Customers;
pub use draft::{CustomerDraft, FoundCustomer, NewHolders};
pub use email_holder::EmailHolder;
pub use erasure::{ErasedContact, Erasure, ErasureError, ErasureRequest, ErasureView};
pub use guardian::{Guardian, GuardianRequest, GuardianView, last_birthday_of_age};
pub use new_customer::{NewCustomer, PhoneCustomers, PhoneHolders};
pub use note::{CustomerNote, NoteKind};
pub use onboarding::{CompleteProfileRequest, OnboardingView, ProfileAnswer, ProfileError, ProfilePatchRequest};
pub use opening::{MergedWalkIn, OpeningBalances, OpeningChange, OpeningPart};

pub use profile::{Gender, PhoneChanges, Profile, ProfileView};
pub use reach::{OpenChannels, Unreached, is_reached_by, ways};
pub use request::{
    AssignRequest, CreateCustomerRequest, CreateTagRequest, CustomerNoteRequest, CustomerProfileRequest,
    ListCustomersRequest, MergeRequest, OverrideRequest,
};
pub use store::{CompletedProfile, Profiles, save_profile, save_profile_among};
pub use tag::{Tag, TagAssignment};
pub use view::{
    CustomerAnswer, CustomerDetail, CustomerList, CustomerNoteAnswer, CustomerNoteView, CustomerProfileAnswer,
    CustomerRow, TagAnswer, TagList, TagMark, TagView,
};
pub use visits::DayOfVisits;
