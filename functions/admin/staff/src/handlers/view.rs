//! Reads one staff member.

use axum::extract::State;
use parlour_booking::employment::Employment;
use parlour_http::{Answer, PathParam, ok};
use parlour_people::staff::StaffAnswer;
use parlour_storage::salon::Salon;
use parlour_values::id::StaffId;

pub async fn view(State(salon): State<Salon>, PathParam(id): PathParam<StaffId>) -> Answer<StaffAnswer> {
    ok(StaffAnswer { staff: Employment::of(&salon).view(&id).await? })
}
