//! Adds a lead at the desk.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_people::leads::{Captured, Leads, ManualLeadRequest};
use parlour_storage::salon::Salon;

pub async fn capture(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<ManualLeadRequest>,
) -> Answer<Captured> {
    ok(Leads::of(&salon).capture_manually(&caller.act, body.0).await?)
}
