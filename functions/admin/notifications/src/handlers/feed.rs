//! Reads the caller's own notifications.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::notifications::FeedAnswer;
use parlour::paging::FeedPage;
use parlour::salon::Salon;
use parlour::web::{Answer, Query, paged};

pub async fn feed(State(salon): State<Salon>, caller: Caller, Query(page): Query<FeedPage>) -> Answer<FeedAnswer> {
    let (feed, meta) = salon.notifications().feed(&caller, page).await?;
    paged(feed, meta)
}
