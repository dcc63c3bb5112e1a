//! A membership is sold.

use axum::extract::State;
use parlour::memberships::{SellRequest, Sold};
use parlour::salon::Salon;
use parlour::web::{Answer, Caller, Valid, created};

pub async fn sell(State(salon): State<Salon>, caller: Caller, Valid(body): Valid<SellRequest>) -> Answer<Sold> {
    created(salon.memberships().sell(&caller, &body).await?)
}
