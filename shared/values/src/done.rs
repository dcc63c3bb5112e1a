//! The answer of a write that has nothing to return.

use serde::Serialize;
use utoipa::ToSchema;

/// `{ok: true}`
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Done {
    ok: bool,
}

impl Done {
    pub const OK: Self = Self { ok: true };
}
