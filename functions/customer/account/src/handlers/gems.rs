//! Reads the customer's gems: balance, history and what they buy.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::gems::GemsView;
use parlour::paging::FeedPage;
use parlour::salon::Salon;
use parlour::web::{Answer, Query, paged};

pub async fn gems(State(salon): State<Salon>, caller: Caller, Query(feed): Query<FeedPage>) -> Answer<GemsView> {
    let (view, meta) = salon.gems().page(&caller.act, &caller.user.id, feed).await?;
    paged(view, meta)
}
