//! Reads the caller's profile.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::customers::ProfileAnswer;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};

pub async fn profile(State(salon): State<Salon>, caller: Caller) -> Answer<ProfileAnswer> {
    ok(salon.profiles().own(&caller.user.id).await?)
}
