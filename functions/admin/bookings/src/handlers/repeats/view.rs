//! Appointments that repeat, as they are by now.

use axum::extract::State;
use parlour_booking::repeats::{RepeatAnswer, Repeats};
use parlour_http::{Answer, PathParam, ok};
use parlour_storage::salon::Salon;
use parlour_values::id::RepeatId;

pub async fn view(State(salon): State<Salon>, PathParam(id): PathParam<RepeatId>) -> Answer<RepeatAnswer> {
    ok(Repeats::of(&salon).view(&id).await?)
}
