//! Completes the caller's profile; called again, changes it.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::customers::{CompleteProfileRequest, ProfileAnswer};
use parlour::salon::Salon;
use parlour::web::{Answer, Valid, ok, updated};

pub async fn complete(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<CompleteProfileRequest>,
) -> Answer<ProfileAnswer> {
    let completed = salon.profiles().complete(&caller, body).await?;
    if completed.is_first { ok(completed.answer) } else { updated(completed.answer) }
}
