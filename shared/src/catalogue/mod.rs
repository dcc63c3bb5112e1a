//! What the salon offers: categories and their services.

pub mod kind;
