//! Ends a user's links to identity providers.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_people::auth::Caller;
use parlour_people::users::Users;
use parlour_storage::salon::Salon;
use parlour_values::done::Done;
use parlour_values::id::UserId;

pub async fn end_identities(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<UserId>,
) -> Answer<Done> {
    Users::of(&salon).end_identities(&caller, &id).await?;
    ok(Done::OK)
}
