//! Reads the event feed.

use axum::extract::State;
use parlour_http::{Answer, Query, ok};
use parlour_platform::operations::{EventsAnswer, EventsRequest, Operations};
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>, Query(request): Query<EventsRequest>) -> Answer<EventsAnswer> {
    ok(Operations::of(&salon).events(&request).await?)
}
