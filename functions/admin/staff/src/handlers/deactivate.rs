//! Deactivates a staff member.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::StaffId;
use parlour::salon::Salon;
use parlour::staff::{DeactivateRequest, StaffAnswer};
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn deactivate(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<StaffId>,
    Valid(body): Valid<DeactivateRequest>,
) -> Answer<StaffAnswer> {
    let staff = salon.staff().deactivate(&caller, &id, body.reassign_to_staff_id.as_ref()).await?;
    ok(StaffAnswer { staff })
}
