//! Takes the exception of one day back.

use axum::extract::State;
use parlour_booking::schedule::Schedule;
use parlour_http::{Answer, Given, PathParam, ok, path_date};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::done::Done;
use parlour_values::id::StaffId;

pub async fn clear_day(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam((id, date)): PathParam<(StaffId, String)>,
) -> Answer<Done> {
    Schedule::of(&salon).clear_day(&caller.act, &id, path_date(&date)?).await?;
    ok(Done::OK)
}
