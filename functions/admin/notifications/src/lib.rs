//! Notifications and realtime tokens of the admin app's users.

mod handlers;
mod routes;

pub use routes::routes;
