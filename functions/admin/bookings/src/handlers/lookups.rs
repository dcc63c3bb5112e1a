//! Reads the choices of the desk's forms.

use axum::extract::State;
use parlour_booking::bookings::{Bookings, Lookups};
use parlour_http::{Answer, ok};
use parlour_storage::salon::Salon;

pub async fn lookups(State(salon): State<Salon>) -> Answer<Lookups> {
    ok(Bookings::of(&salon).lookups().await?)
}
