//! Reads one customer.

use axum::extract::State;
use parlour::customers::CustomerAnswer;
use parlour::id::UserId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn detail(State(salon): State<Salon>, PathParam(id): PathParam<UserId>) -> Answer<CustomerAnswer> {
    ok(CustomerAnswer { customer: salon.customers().detail(&id).await? })
}
