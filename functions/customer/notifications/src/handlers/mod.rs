//! A file per verb.

pub mod end_marketing;
pub mod whatsapp;
