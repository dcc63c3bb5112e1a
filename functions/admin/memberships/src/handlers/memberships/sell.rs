//! Sells a membership.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::memberships::{SellRequest, Sold};
use parlour::salon::Salon;
use parlour::web::{Answer, Valid, ok};

pub async fn sell(State(salon): State<Salon>, caller: Caller, Valid(body): Valid<SellRequest>) -> Answer<Sold> {
    ok(salon.memberships().sell(&caller, &body).await?)
}
