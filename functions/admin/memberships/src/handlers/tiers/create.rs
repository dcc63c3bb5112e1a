//! Creates a membership tier.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::memberships::{CreateTierRequest, TierView};
use parlour::salon::Salon;
use parlour::web::{Answer, Valid, ok};

pub async fn create(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<CreateTierRequest>,
) -> Answer<TierView> {
    ok(salon.memberships().create_tier(&caller.act, &body).await?)
}
