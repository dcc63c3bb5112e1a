//! Reads whether onboarding is done and what it still needs.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::customers::OnboardingView;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};

pub async fn onboarding(State(salon): State<Salon>, caller: Caller) -> Answer<OnboardingView> {
    ok(salon.profiles().onboarding(&caller.user.id).await?)
}
