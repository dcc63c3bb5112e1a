//! Requests about rooms and equipment.

use parlour_storage::paging::{PageNumber, PageSize};
use parlour_values::id::BranchId;
use parlour_values::input::{Int, Name, body};

type Capacity = Int<1, 100>;
type Turnaround = Int<0, 240>;

body! {
    pub struct ListResourcesRequest {
        branch_id: Option<BranchId>,
        page: PageNumber,
        page_size: PageSize,
    }
}

body! {
    pub struct CreateResourceRequest {
        branch_id: BranchId,
        name: Name<1, 80>,
        group: Name<1, 60>,
        capacity: Option<Capacity>,
        turnaround_minutes: Option<Turnaround>,
        is_active: Option<bool>,
    }
}

body! {
    /// The fields that change; those left out stay, and so does its branch.
    pub struct PatchResourceRequest {
        name: Option<Name<1, 80>>,
        group: Option<Name<1, 60>>,
        capacity: Option<Capacity>,
        turnaround_minutes: Option<Turnaround>,
        is_active: Option<bool>,
    }
}
