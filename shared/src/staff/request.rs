//! What is asked of the staff list.

use crate::contact::EmailAddress;
use crate::id::{BranchId, ServiceId, StaffId};
use crate::input::{Name, body};
use crate::paging::{PageNumber, PageSize};
use crate::time::IstDate;

body! {
    pub struct ListStaffRequest {
        branch_id: Option<BranchId>,
        service_id: Option<ServiceId>,
        is_active: Option<bool>,
        page: PageNumber,
        page_size: PageSize,
    }
}

body! {
    pub struct AddStaffRequest {
        email: EmailAddress,
        name: Name<1, 120>,
        display_name: Option<Name<1, 120>>,
        branch_ids: Vec<BranchId>,
        service_ids: Vec<ServiceId>,
        joined_on: Option<IstDate>,
    }
}

body! {
    pub struct PatchStaffRequest {
        name: Option<Name<1, 120>>,
        display_name: Option<Name<1, 120>>,
        branch_ids: Option<Vec<BranchId>>,
        service_ids: Option<Vec<ServiceId>>,
        joined_on: Option<IstDate>,
        is_active: Option<bool>,
    }
}

body! {
    pub struct DeactivateRequest {
        reassign_to_staff_id: Option<StaffId>,
    }
}
