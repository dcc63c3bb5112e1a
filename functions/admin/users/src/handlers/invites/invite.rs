//! Invites an email address into a role.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::salon::Salon;
use parlour::users::{InviteAnswer, InviteRequest};
use parlour::web::{Answer, Valid, ok};

pub async fn invite(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<InviteRequest>,
) -> Answer<InviteAnswer> {
    ok(InviteAnswer { invite: salon.users().invite(&caller, &body).await? })
}
