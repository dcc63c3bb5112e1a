//! Creates a membership tier.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_money::memberships::{CreateTierRequest, Memberships, TierView};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn create(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<CreateTierRequest>,
) -> Answer<TierView> {
    ok(Memberships::of(&salon).create_tier(&caller.act, &body).await?)
}
