//! People: who signs in, who works here, who comes.

pub mod auth;
pub mod customers;
pub mod leads;
pub mod pins;
#[cfg(feature = "oidc")]
pub mod sign_in;
pub mod staff;
pub mod tokens;
pub mod users;
