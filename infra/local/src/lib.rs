//! The whole service on one machine: the same routers and jobs as on AWS, over an embedded engine.

pub mod engine;
pub mod gateway;
pub mod oidc;
