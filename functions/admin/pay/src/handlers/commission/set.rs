//! Sets what a staff member earns from a day on.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_money::pay::{CommissionAnswer, CommissionRequest, Pay};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::StaffId;

pub async fn set(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<StaffId>,
    Valid(body): Valid<CommissionRequest>,
) -> Answer<CommissionAnswer> {
    ok(Pay::of(&salon).set_commission(&caller.act, &id, &body).await?)
}
