//! Writes a customer down.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_people::customers::{CreateCustomerRequest, CustomerAnswer, Customers};
use parlour_storage::salon::Salon;

pub async fn create(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<CreateCustomerRequest>,
) -> Answer<CustomerAnswer> {
    ok(CustomerAnswer { customer: Customers::of(&salon).create(&caller.act, &body).await? })
}
