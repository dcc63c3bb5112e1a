//! Merges a walk-in customer into a registered one.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::customers::{CustomerAnswer, MergeRequest};
use parlour::id::UserId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn merge(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<UserId>,
    Valid(body): Valid<MergeRequest>,
) -> Answer<CustomerAnswer> {
    ok(CustomerAnswer { customer: salon.customers().merge(&caller.act, &id, &body).await? })
}
