//! Request validation: typed fields, with all problems reported at once under their paths.

mod body;
mod clearable;
mod field;
mod ids;
mod list;
mod number;
mod problems;
mod schema;
mod text;
mod text_type;

pub use body::{Body, Checked, Fields, OptionalField, Read, body, camel};
pub use clearable::Clearable;
pub use field::{Field, Upcoming};
pub use field::{any_date, at_most, enum_fields, is_too_early, parsed, string_schema, text_fields};
pub use list::List;
pub use number::{Int, MAX_NUMBER};
pub use problems::Problems;
pub use schema::nullable;
pub use schema::view_schemas;
pub use text::{Line, NAME_PATTERN, Name, Prose, Text, Trimmed, is_hidden, is_line, without_hidden};
pub use text_type::text_type;
