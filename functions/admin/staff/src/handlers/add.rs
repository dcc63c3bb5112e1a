//! Somebody joins.

use axum::extract::State;
use parlour::salon::Salon;
use parlour::staff::{AddStaffRequest, StaffAnswer};
use parlour::web::{Answer, Caller, Valid, created};

pub async fn add(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<AddStaffRequest>,
) -> Answer<StaffAnswer> {
    created(StaffAnswer { staff: salon.staff().add(&caller, &body).await? })
}
