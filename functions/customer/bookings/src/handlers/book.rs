//! Requests an appointment.

use axum::extract::State;
use parlour_booking::bookings::{BookRequest, Booked, Bookings};
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn book(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<BookRequest>,
) -> Answer<Booked> {
    ok(Bookings::of(&salon).book(&caller, &body).await?)
}
