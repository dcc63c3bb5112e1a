//! Reads one customer.

use axum::extract::State;
use parlour_http::{Answer, PathParam, ok};
use parlour_people::customers::{CustomerAnswer, Customers};
use parlour_storage::salon::Salon;
use parlour_values::id::UserId;

pub async fn detail(State(salon): State<Salon>, PathParam(id): PathParam<UserId>) -> Answer<CustomerAnswer> {
    ok(CustomerAnswer { customer: Customers::of(&salon).detail(&id).await? })
}
