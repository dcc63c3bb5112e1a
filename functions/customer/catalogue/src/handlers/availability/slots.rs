//! Reads the public slots of a day.

use axum::extract::State;
use parlour::salon::Salon;
use parlour::slots::{AvailabilityRequest, SlotsView};
use parlour::web::{Answer, Query, ok};

pub async fn slots(State(salon): State<Salon>, Query(request): Query<AvailabilityRequest>) -> Answer<SlotsView> {
    ok(salon.availability(&request).await?)
}
