//! Invites an email address into a role.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_people::users::{InviteAnswer, InviteRequest, Users};
use parlour_storage::salon::Salon;

pub async fn invite(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<InviteRequest>,
) -> Answer<InviteAnswer> {
    ok(InviteAnswer { invite: Users::of(&salon).invite(&caller, &body).await? })
}
