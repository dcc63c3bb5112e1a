//! The people the salon looks after, and what it knows about them.

pub mod standing;
pub mod tags;
