//! Reads the caller's own notifications.

use axum::extract::State;
use parlour_http::{Answer, Given, Query, paged};
use parlour_people::auth::Caller;
use parlour_platform::notifications::{FeedAnswer, Notifications};
use parlour_storage::paging::FeedPage;
use parlour_storage::salon::Salon;

pub async fn feed(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Query(page): Query<FeedPage>,
) -> Answer<FeedAnswer> {
    let (feed, meta) = Notifications::of(&salon).feed(&caller, page).await?;
    paged(feed, meta)
}
