//! Sets the weekly roster of a person.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::StaffId;
use parlour::salon::Salon;
use parlour::schedule::{WeeklyAnswer, WeeklyRequest};
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn weekly(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<StaffId>,
    Valid(body): Valid<WeeklyRequest>,
) -> Answer<WeeklyAnswer> {
    ok(salon.schedule().set_week(&caller.act, &id, &body).await?)
}
