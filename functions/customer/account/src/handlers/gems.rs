//! What a customer has earned, spent and can have for it.

use axum::extract::State;
use parlour::gems::GemsView;
use parlour::salon::Salon;
use parlour::web::{Answer, Caller, FeedPage, Query, paged};

pub async fn gems(State(salon): State<Salon>, caller: Caller, Query(feed): Query<FeedPage>) -> Answer<GemsView> {
    let (view, meta) = salon.gems().page(&caller.act, &caller.user.id, feed).await?;
    paged(view, meta)
}
