//! Changes a membership tier.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_money::memberships::{Memberships, PatchTierRequest, TierView};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::TierId;

pub async fn patch(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<TierId>,
    Valid(body): Valid<PatchTierRequest>,
) -> Answer<TierView> {
    ok(Memberships::of(&salon).patch_tier(&caller.act, &id, &body).await?)
}
