//! Reads one staff member.

use axum::extract::State;
use parlour::id::StaffId;
use parlour::salon::Salon;
use parlour::staff::StaffAnswer;
use parlour::web::{Answer, PathParam, ok};

pub async fn view(State(salon): State<Salon>, PathParam(id): PathParam<StaffId>) -> Answer<StaffAnswer> {
    ok(StaffAnswer { staff: salon.staff().view(&id).await? })
}
