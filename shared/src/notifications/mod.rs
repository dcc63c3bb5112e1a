//! What people are told, where they read it, and how it reaches them.

mod event;

pub use event::Event;
