//! Reads one user.

use axum::extract::State;
use parlour::id::UserId;
use parlour::salon::Salon;
use parlour::users::UserAnswer;
use parlour::web::{Answer, PathParam, ok};

pub async fn detail(State(salon): State<Salon>, PathParam(id): PathParam<UserId>) -> Answer<UserAnswer> {
    ok(UserAnswer { user: salon.users().get(&id).await? })
}
