//! Reads the commission rules of a staff member.

use axum::extract::State;
use parlour_http::{Answer, PathParam, ok};
use parlour_money::pay::{CommissionAnswer, Pay};
use parlour_storage::salon::Salon;
use parlour_values::id::StaffId;

pub async fn view(State(salon): State<Salon>, PathParam(id): PathParam<StaffId>) -> Answer<CommissionAnswer> {
    ok(Pay::of(&salon).commission(&id).await?)
}
