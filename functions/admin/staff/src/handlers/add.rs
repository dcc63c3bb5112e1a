//! Adds a staff member.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::salon::Salon;
use parlour::staff::{AddStaffRequest, StaffAnswer};
use parlour::web::{Answer, Valid, ok};

pub async fn add(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<AddStaffRequest>,
) -> Answer<StaffAnswer> {
    ok(StaffAnswer { staff: salon.staff().add(&caller, &body).await? })
}
