//! The salon on one machine: what the local service is made of, so that tests can use its parts.

pub mod oidc;
