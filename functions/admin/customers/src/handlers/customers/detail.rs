//! Reads one customer.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_people::auth::Caller;
use parlour_people::customers::{CustomerAnswer, Customers};
use parlour_storage::salon::Salon;
use parlour_values::id::UserId;

pub async fn detail(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<UserId>,
) -> Answer<CustomerAnswer> {
    ok(CustomerAnswer { customer: Customers::of(&salon).detail_for(&caller, &id).await? })
}
