//! Assigns a tag to a customer.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::customers::AssignRequest;
use parlour::done::Done;
use parlour::id::UserId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn assign(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<UserId>,
    Valid(body): Valid<AssignRequest>,
) -> Answer<Done> {
    salon.customers().assign(&caller, &id, &body).await?;
    ok(Done::OK)
}
