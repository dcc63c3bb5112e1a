//! Changes a user's role, branches or state.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_people::users::{PatchUserRequest, UserAnswer, Users};
use parlour_storage::salon::Salon;
use parlour_values::id::UserId;

pub async fn patch(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<UserId>,
    Valid(body): Valid<PatchUserRequest>,
) -> Answer<UserAnswer> {
    ok(UserAnswer { user: Users::of(&salon).patch(&caller, &id, &body).await? })
}
