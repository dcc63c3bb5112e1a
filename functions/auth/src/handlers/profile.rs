//! Reads the caller's profile.

use axum::extract::State;
use parlour_http::{Answer, Given, ok};
use parlour_people::auth::Caller;
use parlour_people::customers::{ProfileAnswer, Profiles};
use parlour_storage::salon::Salon;

pub async fn profile(State(salon): State<Salon>, Given(caller): Given<Caller>) -> Answer<ProfileAnswer> {
    ok(Profiles::of(&salon).own(&caller.user.id).await?)
}
