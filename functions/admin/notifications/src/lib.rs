//! Notifications and realtime tokens of the admin app's users, and the templates of messages to customers.

mod handlers;
mod routes;

pub use routes::routes;
