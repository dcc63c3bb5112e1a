//! Completes the caller's profile; called again, changes it.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok, updated};
use parlour_people::auth::Caller;
use parlour_people::customers::{CompleteProfileRequest, ProfileAnswer, Profiles};
use parlour_storage::salon::Salon;

pub async fn complete(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<CompleteProfileRequest>,
) -> Answer<ProfileAnswer> {
    let completed = Profiles::of(&salon).complete(&caller, body).await?;
    if completed.is_first { ok(completed.answer) } else { updated(completed.answer) }
}
