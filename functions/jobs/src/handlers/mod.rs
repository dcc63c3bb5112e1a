//! What the routes do.

pub mod run;
