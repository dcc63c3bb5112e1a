//! What the routes do.

pub mod audit;
pub mod integrations;
pub mod jobs;
pub mod notifications;
pub mod openapi;
pub mod test;
