//! The public slots of a day.

use axum::extract::State;
use parlour::salon::Salon;
use parlour::slots::{AvailabilityRequest, SlotsView};
use parlour::web::{Answer, Problems, Query, ok};

pub async fn slots(State(salon): State<Salon>, Query(request): Query<AvailabilityRequest>) -> Answer<SlotsView> {
    request.not_past(salon.clock.today()).map_err(Problems::into_refusal)?;
    ok(salon.availability(&request).await?)
}
