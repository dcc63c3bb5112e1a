//! Weeks and days.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::StaffId;
use parlour::salon::Salon;
use parlour::schedule::{DayAnswer, RosterDayRequest, WeeklyAnswer, WeeklyRequest};
use parlour::time::IstDate;
use parlour::web::{Answer, PathParam, Refusal, Valid, ok};

pub async fn weekly(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<StaffId>,
    Valid(body): Valid<WeeklyRequest>,
) -> Answer<WeeklyAnswer> {
    ok(salon.schedule().set_week(&caller.act, &id, &body).await?)
}

pub async fn day(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam((id, date)): PathParam<(StaffId, String)>,
    Valid(body): Valid<RosterDayRequest>,
) -> Answer<DayAnswer> {
    let date: IstDate = date.parse().map_err(|reason: String| Refusal::invalid_field("date", reason))?;
    ok(DayAnswer { day: salon.schedule().set_day(&caller.act, &id, date, &body).await? })
}
