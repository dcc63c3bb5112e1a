//! A file per verb.

pub mod callback;
pub mod complete;
pub mod consents;
pub mod error;
pub mod get_session;
pub mod list_sessions;
pub mod okay;
pub mod onboarding;
pub mod patch_profile;
pub mod profile;
pub mod revoke_other_sessions;
pub mod revoke_session;
pub mod revoke_sessions;
pub mod sign_in;
pub mod sign_out;
