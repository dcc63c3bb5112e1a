//! A customer's notifications, push subscriptions and realtime token.

mod handlers;
mod routes;

pub use routes::routes;
