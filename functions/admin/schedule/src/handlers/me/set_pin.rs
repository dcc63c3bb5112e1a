//! Sets the PIN the caller approves with.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_people::pins::{Pins, SetPinRequest};
use parlour_storage::salon::Salon;
use parlour_values::done::Done;

pub async fn set_pin(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<SetPinRequest>,
) -> Answer<Done> {
    Pins::of(&salon).set(&caller, body).await?;
    ok(Done::OK)
}
