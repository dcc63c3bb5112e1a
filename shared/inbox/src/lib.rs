//! The routes of both apps to the own notifications, push subscriptions and realtime token of whoever is signed in.

mod handlers;
mod routes;

pub use routes::routes;
