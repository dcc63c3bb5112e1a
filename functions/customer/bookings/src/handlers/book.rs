//! Requests an appointment.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::bookings::{BookRequest, Booked};
use parlour::salon::Salon;
use parlour::web::{Answer, Valid, ok};

pub async fn book(State(salon): State<Salon>, caller: Caller, Valid(body): Valid<BookRequest>) -> Answer<Booked> {
    ok(salon.bookings().book(&caller, &body).await?)
}
