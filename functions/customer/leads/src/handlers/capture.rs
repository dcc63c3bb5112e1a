//! A lead from the landing page.

use axum::extract::State;
use parlour::acts::Act;
use parlour::leads::{CaptureRequest, Captured};
use parlour::salon::Salon;
use parlour::web::{Answer, Valid, created};

pub async fn capture(State(salon): State<Salon>, act: Act, Valid(body): Valid<CaptureRequest>) -> Answer<Captured> {
    created(salon.leads().capture(&act, body).await?)
}
