//! Adds a lead from the landing page.

use axum::extract::State;
use parlour::act::Act;
use parlour::leads::{CaptureRequest, Captured};
use parlour::salon::Salon;
use parlour::web::{Answer, Valid, ok};

pub async fn capture(State(salon): State<Salon>, act: Act, Valid(body): Valid<CaptureRequest>) -> Answer<Captured> {
    ok(salon.leads().capture(&act, body).await?)
}
