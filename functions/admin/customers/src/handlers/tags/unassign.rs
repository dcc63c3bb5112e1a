//! Removes a tag from a customer.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::done::Done;
use parlour::id::{TagId, UserId};
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn unassign(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam((id, tag)): PathParam<(UserId, TagId)>,
) -> Answer<Done> {
    salon.customers().unassign(&caller.act, &id, &tag).await?;
    ok(Done::OK)
}
