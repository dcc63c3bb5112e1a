//! Requests about users and invites.

use parlour_setup::branches::BranchIds;
use parlour_storage::paging::{Cursor, PageNumber, PageSize};
use parlour_values::contact::EmailAddress;
use parlour_values::input::{Problems, Read, Trimmed, body};
use parlour_values::role::Role;

body! {
    /// Of one role, or everybody who works here. Customers are listed by `cursor`, all others by `page`.
    pub struct ListUsersRequest, checked {
        role: Option<Role>,
        q: Option<Trimmed<0, 120>>,
        page: PageNumber,
        page_size: PageSize,
        cursor: Option<Cursor>,
    }
}

impl ListUsersRequest {
    fn check(read: &Read<Self>, problems: &mut Problems) {
        let of_customers = read.role.given() == Some(&Role::Customer);
        if of_customers && read.page.is_some_and(|page| page.get() > 1) {
            problems.add("page", "must be left out for customers: they are listed by cursor");
        }
        if !of_customers && read.cursor.is_given() {
            problems.add("cursor", "must be left out unless role is customer");
        }
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
