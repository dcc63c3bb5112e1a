//! Changes a membership tier.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::id::TierId;
use parlour::memberships::{PatchTierRequest, TierView};
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn patch(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<TierId>,
    Valid(body): Valid<PatchTierRequest>,
) -> Answer<TierView> {
    ok(salon.memberships().patch_tier(&caller.act, &id, &body).await?)
}
