//! What is asked of users and invites.

use parlour_setup::branches::BranchIds;
use parlour_storage::paging::{PageNumber, PageSize};
use parlour_values::contact::EmailAddress;
use parlour_values::input::{Trimmed, body};
use parlour_values::role::Role;

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
