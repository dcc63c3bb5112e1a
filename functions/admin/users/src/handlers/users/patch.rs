//! Changes a user's role, branches or state.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::UserId;
use parlour::salon::Salon;
use parlour::users::{PatchUserRequest, UserAnswer};
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn patch(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<UserId>,
    Valid(body): Valid<PatchUserRequest>,
) -> Answer<UserAnswer> {
    ok(UserAnswer { user: salon.users().patch(&caller, &id, &body).await? })
}
