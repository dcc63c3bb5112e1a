//! Sets the shifts of one day for a person.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::StaffId;
use parlour::salon::Salon;
use parlour::schedule::{DayAnswer, RosterDayRequest};
use parlour::time::IstDate;
use parlour::web::{Answer, PathParam, Refusal, Valid, ok};

pub async fn day(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam((id, date)): PathParam<(StaffId, String)>,
    Valid(body): Valid<RosterDayRequest>,
) -> Answer<DayAnswer> {
    let date: IstDate = date.parse().map_err(|reason: String| Refusal::invalid_field("date", reason))?;
    ok(salon.schedule().set_day(&caller.act, &id, date, &body).await?)
}
