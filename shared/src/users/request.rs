//! What is asked of users and invites.

use crate::branches::BranchIds;
use crate::contact::EmailAddress;
use crate::input::{Trimmed, body, enum_fields};
use crate::paging::{PageNumber, PageSize};
use crate::role::Role;

enum_fields!(Role);

body! {
    pub struct ListUsersRequest {
        role: Option<Role>,
        q: Option<Trimmed<0, 120>>,
        page: PageNumber,
        page_size: PageSize,
    }
}

body! {
    pub struct InviteListRequest {
        page: PageNumber,
        page_size: PageSize,
    }
}

body! {
    pub struct PatchUserRequest {
        role: Option<Role>,
        branch_ids: Option<BranchIds>,
        is_active: Option<bool>,
    }
}

body! {
    pub struct InviteRequest {
        email: EmailAddress,
        role: Role,
        branch_ids: Option<BranchIds>,
    }
}
