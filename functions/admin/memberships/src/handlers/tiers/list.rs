//! Lists the membership tiers.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::memberships::{ListTiersRequest, TierView};
use parlour::salon::Salon;
use parlour::web::{Answer, Query, ok};

pub async fn list(
    State(salon): State<Salon>,
    caller: Caller,
    Query(request): Query<ListTiersRequest>,
) -> Answer<Vec<TierView>> {
    ok(salon.memberships().list_tiers(&caller, &request).await?)
}
