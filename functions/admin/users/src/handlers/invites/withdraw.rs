//! Withdraws an invite.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_people::auth::Caller;
use parlour_people::users::Users;
use parlour_storage::salon::Salon;
use parlour_values::done::Done;
use parlour_values::id::InviteId;

pub async fn withdraw(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<InviteId>,
) -> Answer<Done> {
    Users::of(&salon).withdraw(&caller, &id).await?;
    ok(Done::OK)
}
