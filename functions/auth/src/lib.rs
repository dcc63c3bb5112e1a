//! Sign-in, mounted on both apps; onboarding and the own profile on the customer app.

mod handlers;
mod routes;

pub use routes::routes;
