//! Assigns a tag to a customer.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_people::customers::{AssignRequest, Customers};
use parlour_storage::salon::Salon;
use parlour_values::done::Done;
use parlour_values::id::UserId;

pub async fn assign(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<UserId>,
    Valid(body): Valid<AssignRequest>,
) -> Answer<Done> {
    Customers::of(&salon).assign(&caller, &id, &body).await?;
    ok(Done::OK)
}
