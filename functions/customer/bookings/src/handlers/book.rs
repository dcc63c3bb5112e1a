//! A request for an appointment.

use axum::extract::State;
use parlour::bookings::{BookRequest, Booked};
use parlour::salon::Salon;
use parlour::web::{Answer, Caller, Valid, created};

pub async fn book(State(salon): State<Salon>, caller: Caller, Valid(body): Valid<BookRequest>) -> Answer<Booked> {
    created(salon.bookings().book(&caller, &body).await?)
}
