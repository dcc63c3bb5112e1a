//! Adds a staff member.

use axum::extract::State;
use parlour_booking::employment::Employment;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_people::staff::{AddStaffRequest, StaffAnswer};
use parlour_storage::salon::Salon;

pub async fn add(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<AddStaffRequest>,
) -> Answer<StaffAnswer> {
    ok(StaffAnswer { staff: Employment::of(&salon).add(&caller, &body).await? })
}
