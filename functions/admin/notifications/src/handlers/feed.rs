//! The caller's own feed.

use axum::extract::State;
use parlour::notifications::FeedAnswer;
use parlour::salon::Salon;
use parlour::web::{Answer, Caller, FeedPage, Query, paged};

pub async fn feed(State(salon): State<Salon>, caller: Caller, Query(page): Query<FeedPage>) -> Answer<FeedAnswer> {
    let feed = salon.notifications().feed(&caller, page).await?;
    let meta = page.meta(feed.notifications.len());
    paged(feed, meta)
}
