//! Sign-in and onboarding, mounted on both apps.

mod routes;

pub use routes::routes;
