//! Adds a lead at the desk.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::leads::{Captured, ManualLeadRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, Valid, ok};

pub async fn capture(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<ManualLeadRequest>,
) -> Answer<Captured> {
    ok(salon.leads().capture_manually(&caller.act, body.0).await?)
}
