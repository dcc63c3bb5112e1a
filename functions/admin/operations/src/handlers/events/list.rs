//! Reads the event feed.

use axum::extract::State;
use parlour::operations::{EventsAnswer, EventsRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, Query, ok};

pub async fn list(State(salon): State<Salon>, Query(request): Query<EventsRequest>) -> Answer<EventsAnswer> {
    ok(salon.operations().events(&request).await?)
}
