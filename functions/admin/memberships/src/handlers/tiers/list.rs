//! Lists the membership tiers.

use axum::extract::State;
use parlour_http::{Answer, Given, Query, ok};
use parlour_money::memberships::{ListTiersRequest, Memberships, TierView};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn list(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Query(request): Query<ListTiersRequest>,
) -> Answer<Vec<TierView>> {
    ok(Memberships::of(&salon).list_tiers(&caller, &request).await?)
}
