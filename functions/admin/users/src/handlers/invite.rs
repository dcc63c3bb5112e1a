//! Invite an email into a role.

use axum::extract::State;
use parlour::auth::users::{InviteAnswer, InviteRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, Caller, Valid, created};

pub async fn invite(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<InviteRequest>,
) -> Answer<InviteAnswer> {
    created(InviteAnswer { invite: salon.users().invite(&caller, body).await? })
}
