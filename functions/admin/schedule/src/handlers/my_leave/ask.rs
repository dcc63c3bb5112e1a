//! Asks for leave.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::salon::Salon;
use parlour::schedule::{AskLeaveRequest, LeaveAnswer};
use parlour::web::{Answer, Valid, ok};

pub async fn ask(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<AskLeaveRequest>,
) -> Answer<LeaveAnswer> {
    ok(salon.schedule().ask_leave(&caller, &body).await?)
}
