//! Changes a staff member.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::StaffId;
use parlour::salon::Salon;
use parlour::staff::{PatchStaffRequest, StaffAnswer};
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn patch(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<StaffId>,
    Valid(body): Valid<PatchStaffRequest>,
) -> Answer<StaffAnswer> {
    ok(StaffAnswer { staff: salon.staff().patch(&caller.act, &id, &body).await? })
}
