//! Reads the customer's gems: balance, history and what they buy.

use axum::extract::State;
use parlour_http::{Answer, Given, Query, paged};
use parlour_money::gems::{GemsStore, GemsView};
use parlour_people::auth::Caller;
use parlour_storage::paging::FeedPage;
use parlour_storage::salon::Salon;

pub async fn gems(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Query(feed): Query<FeedPage>,
) -> Answer<GemsView> {
    let (view, meta) = GemsStore::of(&salon).page(&caller.act, &caller.user.id, feed).await?;
    paged(view, meta)
}
