//! Ends a user's links to identity providers.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::done::Done;
use parlour::id::UserId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn end_identities(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<UserId>,
) -> Answer<Done> {
    salon.users().end_identities(&caller, &id).await?;
    ok(Done::OK)
}
