//! Promotions on salon services.

pub mod rules;
