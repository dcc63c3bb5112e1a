//! Deactivates a membership tier.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_money::memberships::Memberships;
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::done::Done;
use parlour_values::id::TierId;

pub async fn delete(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<TierId>,
) -> Answer<Done> {
    Memberships::of(&salon).delete_tier(&caller.act, &id).await?;
    ok(Done::OK)
}
