//! Overrules the no-show count of a customer.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::customers::{CustomerProfileAnswer, OverrideRequest};
use parlour::id::UserId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn overrule(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<UserId>,
    Valid(body): Valid<OverrideRequest>,
) -> Answer<CustomerProfileAnswer> {
    ok(CustomerProfileAnswer { customer: salon.customers().overrule(&caller.act, &id, &body).await? })
}
