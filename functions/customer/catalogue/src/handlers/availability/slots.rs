//! Reads the public slots of a day.

use axum::extract::State;
use parlour_booking::teams::{Availability, AvailabilityRequest, SlotsView};
use parlour_http::{Answer, Query, ok};
use parlour_storage::salon::Salon;

pub async fn slots(State(salon): State<Salon>, Query(request): Query<AvailabilityRequest>) -> Answer<SlotsView> {
    ok(Availability::of(&salon).slots(&request).await?)
}
