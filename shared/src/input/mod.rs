//! Reading what a request brings: typed fields, and every problem told at once under its path.

mod body;
mod clearable;
mod field;
mod ids;
mod number;
mod problems;
mod schema;
mod text;

pub use body::{Body, Checked, Fields, Read, body, camel};
pub use clearable::Clearable;
pub use field::{Field, Upcoming};
pub(crate) use field::{enum_fields, parsed, text_fields};
pub use number::{Int, MOST};
pub use problems::Problems;
pub(crate) use schema::view_schemas;
pub use text::{Text, Trimmed};
