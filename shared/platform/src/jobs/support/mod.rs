//! Helpers that several jobs share.

pub mod done_mark;
pub mod membership_owner;
pub mod openapi_bodies;
pub mod pdf_attachment;
pub mod receptionists;
pub mod reporting;
