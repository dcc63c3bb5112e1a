//! Overrules the no-show count of a customer.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_people::customers::{CustomerProfileAnswer, Customers, OverrideRequest};
use parlour_storage::salon::Salon;
use parlour_values::id::UserId;

pub async fn overrule(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<UserId>,
    Valid(body): Valid<OverrideRequest>,
) -> Answer<CustomerProfileAnswer> {
    ok(CustomerProfileAnswer { customer: Customers::of(&salon).overrule(&caller, &id, &body).await? })
}
