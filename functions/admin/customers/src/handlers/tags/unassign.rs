//! Removes a tag from a customer.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_people::auth::Caller;
use parlour_people::customers::Customers;
use parlour_storage::salon::Salon;
use parlour_values::done::Done;
use parlour_values::id::{TagId, UserId};

pub async fn unassign(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam((id, tag)): PathParam<(UserId, TagId)>,
) -> Answer<Done> {
    Customers::of(&salon).unassign(&caller.act, &id, &tag).await?;
    ok(Done::OK)
}
