//! Platform: what happens by itself or for other programs: messages, webhooks, logs, jobs.

pub mod erasure;
pub mod event_view;
pub mod exports;
pub mod imports;
pub mod jobs;
pub mod merge;
pub mod notifications;
pub mod operations;
pub mod own_data;
pub mod webhooks;
pub mod whatsapp;
