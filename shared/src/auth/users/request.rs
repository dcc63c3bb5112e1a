//! What is asked of users and invites.

use crate::auth::Role;
use crate::contact::Email;
use crate::id::BranchId;
use crate::web::{Int, Trimmed, body};

body! {
    pub struct ListRequest {
        role: Option<Role>,
        q: Option<Trimmed<0, 120>>,
        page: Option<Int<1, 1_000_000>>,
        page_size: Option<Int<1, 100>>,
    }
}

body! {
    pub struct InviteListRequest {
        page: Option<Int<1, 1_000_000>>,
        page_size: Option<Int<1, 100>>,
    }
}

body! {
    pub struct PatchRequest {
        role: Option<Role>,
        branch_ids: Option<Vec<BranchId>>,
        is_active: Option<bool>,
    }
}

body! {
    pub struct InviteRequest {
        email: Email,
        role: Role,
        branch_ids: Option<Vec<BranchId>>,
    }
}
