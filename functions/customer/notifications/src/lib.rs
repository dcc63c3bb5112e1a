//! A customer's notifications, push subscriptions and realtime token.

mod routes;

pub use routes::routes;
