//! Lists the membership tiers.

use axum::extract::State;
use parlour::memberships::TierView;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};

pub async fn list(State(salon): State<Salon>) -> Answer<Vec<TierView>> {
    ok(salon.memberships().tiers().await?)
}
