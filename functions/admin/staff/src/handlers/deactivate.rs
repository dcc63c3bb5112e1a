//! Deactivates a staff member.

use axum::extract::State;
use parlour_booking::employment::Employment;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_people::staff::{DeactivateRequest, StaffAnswer};
use parlour_storage::salon::Salon;
use parlour_values::id::StaffId;

pub async fn deactivate(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<StaffId>,
    Valid(body): Valid<DeactivateRequest>,
) -> Answer<StaffAnswer> {
    let staff = Employment::of(&salon).deactivate(&caller, &id, body.reassign_to_staff_id.as_ref()).await?;
    ok(StaffAnswer { staff })
}
