//! Sets the shifts of one day for a person.

use axum::extract::State;
use parlour_booking::schedule::{DayAnswer, RosterDayRequest, Schedule};
use parlour_http::{Answer, Given, PathParam, Valid, ok, path_date};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::StaffId;

pub async fn day(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam((id, date)): PathParam<(StaffId, String)>,
    Valid(body): Valid<RosterDayRequest>,
) -> Answer<DayAnswer> {
    ok(Schedule::of(&salon).set_day(&caller.act, &id, path_date(&date)?, &body).await?)
}
