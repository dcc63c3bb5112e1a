//! Reads one user.

use axum::extract::State;
use parlour_http::{Answer, PathParam, ok};
use parlour_people::users::{UserAnswer, Users};
use parlour_storage::salon::Salon;
use parlour_values::id::UserId;

pub async fn detail(State(salon): State<Salon>, PathParam(id): PathParam<UserId>) -> Answer<UserAnswer> {
    ok(UserAnswer { user: Users::of(&salon).get(&id).await? })
}
