//! Adds a lead from the landing page.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::leads::{CaptureRequest, Captured, Leads};
use parlour_storage::act::Act;
use parlour_storage::salon::Salon;

pub async fn capture(
    State(salon): State<Salon>,
    Given(act): Given<Act>,
    Valid(body): Valid<CaptureRequest>,
) -> Answer<Captured> {
    ok(Leads::of(&salon).capture(&act, body).await?)
}
