//! Spa hours bought ahead and used session by session.

pub mod rules;
