//! Sets the weekly roster of a person.

use axum::extract::State;
use parlour_booking::schedule::{Schedule, WeeklyAnswer, WeeklyRequest};
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::StaffId;

pub async fn weekly(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<StaffId>,
    Valid(body): Valid<WeeklyRequest>,
) -> Answer<WeeklyAnswer> {
    ok(Schedule::of(&salon).set_week(&caller.act, &id, &body).await?)
}
