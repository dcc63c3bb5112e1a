//! Lists the bookings by date, newest first.

use axum::extract::State;
use parlour::bookings::{DeskBookingList, ListBookingsRequest};
use parlour::paging::Room;
use parlour::salon::Salon;
use parlour::web::{Answer, Query, listed};

pub async fn list(
    State(salon): State<Salon>,
    room: Room,
    Query(request): Query<ListBookingsRequest>,
) -> Answer<DeskBookingList> {
    let found = salon.bookings().list(&request, room).await?;
    listed(DeskBookingList { bookings: found.rows }, found.meta)
}
