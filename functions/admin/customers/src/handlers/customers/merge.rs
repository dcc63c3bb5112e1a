//! Merges a walk-in customer into a registered one.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_people::customers::{CustomerAnswer, MergeRequest};
use parlour_platform::merge::Merge;
use parlour_storage::salon::Salon;
use parlour_values::id::UserId;

pub async fn merge(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<UserId>,
    Valid(body): Valid<MergeRequest>,
) -> Answer<CustomerAnswer> {
    ok(CustomerAnswer { customer: Merge::of(&salon).merge(&caller, &id, &body).await? })
}
