//! Requests about tokens.

use crate::auth::Scope;
use parlour_storage::paging::{PageNumber, PageSize};
use parlour_values::input::{List, Name, body, enum_fields};
use parlour_values::role::Role;
use parlour_values::time::Instant;

enum_fields!(Scope);

body! {
    pub struct CreateTokenRequest {
        name: Name<1, 80>,
        role: Role,
        scopes: Option<List<Scope, 1, 2>>,
        expires_at: Option<Instant>,
    }
}

impl CreateTokenRequest {
    /// Everything unless some are named, each once.
    pub fn scopes(&self) -> Vec<Scope> {
        let mut scopes = self.scopes.as_ref().map_or_else(|| Scope::ALL.to_vec(), List::distinct);
        scopes.sort_unstable();
        scopes
    }
}

body! {
    pub struct ListTokensRequest {
        page: PageNumber,
        page_size: PageSize,
    }
}
