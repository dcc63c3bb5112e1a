//! Withdraws a leave request of the caller.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::done::Done;
use parlour::id::LeaveId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn withdraw(State(salon): State<Salon>, caller: Caller, PathParam(id): PathParam<LeaveId>) -> Answer<Done> {
    salon.schedule().withdraw_leave(&caller, &id).await?;
    ok(Done::OK)
}
