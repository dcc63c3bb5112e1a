//! Sets the shifts of one day for a person.

use axum::extract::State;
use parlour_booking::schedule::{DayAnswer, RosterDayRequest, Schedule};
use parlour_http::{Answer, Given, PathParam, Refusal, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::StaffId;
use parlour_values::time::IstDate;

pub async fn day(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam((id, date)): PathParam<(StaffId, String)>,
    Valid(body): Valid<RosterDayRequest>,
) -> Answer<DayAnswer> {
    let date: IstDate = date.parse().map_err(|reason: String| Refusal::invalid_field("date", reason))?;
    ok(Schedule::of(&salon).set_day(&caller.act, &id, date, &body).await?)
}
