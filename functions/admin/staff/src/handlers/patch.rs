//! Changes a staff member.

use axum::extract::State;
use parlour_booking::employment::Employment;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_people::staff::{PatchStaffRequest, StaffAnswer};
use parlour_storage::salon::Salon;
use parlour_values::id::StaffId;

pub async fn patch(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<StaffId>,
    Valid(body): Valid<PatchStaffRequest>,
) -> Answer<StaffAnswer> {
    ok(StaffAnswer { staff: Employment::of(&salon).patch(&caller, &id, &body).await? })
}
