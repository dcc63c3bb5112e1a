//! Reads the choices of the desk's forms.

use axum::extract::State;
use parlour::bookings::Lookups;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};

pub async fn lookups(State(salon): State<Salon>) -> Answer<Lookups> {
    ok(salon.bookings().lookups().await?)
}
