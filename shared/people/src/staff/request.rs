//! Requests about the staff list.

use parlour_setup::branches::BranchIds;
use parlour_setup::catalogue::ImageUrl;
use parlour_storage::paging::{PageNumber, PageSize};
use parlour_values::contact::EmailAddress;
use parlour_values::id::{BranchId, ServiceId, StaffId};
use parlour_values::input::{Clearable, List, Name, body};
use parlour_values::time::IstDate;

/// The services that somebody can do.
pub type ServiceIds = List<ServiceId, 0, 500>;

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
        image_url: Option<ImageUrl>,
        branch_ids: BranchIds,
        service_ids: ServiceIds,
        joined_on: Option<IstDate>,
    }
}

body! {
    pub struct PatchStaffRequest {
        name: Option<Name<1, 120>>,
        display_name: Option<Name<1, 120>>,
        image_url: Clearable<ImageUrl>,
        branch_ids: Option<BranchIds>,
        service_ids: Option<ServiceIds>,
        joined_on: Option<IstDate>,
        is_active: Option<bool>,
    }
}

body! {
    pub struct DeactivateRequest {
        reassign_to_staff_id: Option<StaffId>,
    }
}
