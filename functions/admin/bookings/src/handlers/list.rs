//! Lists the bookings by date, newest first.

use axum::extract::State;
use parlour::bookings::{DeskBookingList, ListBookingsRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, Query, ok};

pub async fn list(State(salon): State<Salon>, Query(request): Query<ListBookingsRequest>) -> Answer<DeskBookingList> {
    ok(DeskBookingList { bookings: salon.bookings().list(&request).await? })
}
