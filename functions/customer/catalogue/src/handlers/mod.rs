//! One file per verb.

pub mod availability;
pub mod branches;
pub mod health;
pub mod offers;
pub mod openapi;
pub mod services;
