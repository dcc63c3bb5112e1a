//! Changes the caller's profile.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::customers::{ProfileAnswer, ProfilePatchRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, Valid, ok};

pub async fn patch_profile(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<ProfilePatchRequest>,
) -> Answer<ProfileAnswer> {
    ok(salon.profiles().patch(&caller, &body).await?)
}
