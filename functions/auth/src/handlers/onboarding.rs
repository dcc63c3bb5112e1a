//! Reads whether onboarding is done and what it still needs.

use axum::extract::State;
use parlour_http::{Answer, Given, ok};
use parlour_people::auth::Caller;
use parlour_people::customers::{OnboardingView, Profiles};
use parlour_storage::salon::Salon;

pub async fn onboarding(State(salon): State<Salon>, Given(caller): Given<Caller>) -> Answer<OnboardingView> {
    ok(Profiles::of(&salon).onboarding(&caller.user.id).await?)
}
