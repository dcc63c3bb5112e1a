//! Changes the caller's profile.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_people::customers::{ProfileAnswer, ProfilePatchRequest, Profiles};
use parlour_storage::salon::Salon;

pub async fn patch_profile(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<ProfilePatchRequest>,
) -> Answer<ProfileAnswer> {
    ok(Profiles::of(&salon).patch(&caller, &body).await?)
}
