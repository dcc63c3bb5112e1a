//! Changes what is known of a customer.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_people::customers::{CustomerAnswer, CustomerProfileRequest, Customers};
use parlour_storage::salon::Salon;
use parlour_values::id::UserId;

pub async fn edit(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<UserId>,
    Valid(body): Valid<CustomerProfileRequest>,
) -> Answer<CustomerAnswer> {
    ok(CustomerAnswer { customer: Customers::of(&salon).edit(&caller, &id, &body).await? })
}
