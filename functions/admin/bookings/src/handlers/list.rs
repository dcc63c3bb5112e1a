//! Lists the bookings by date, newest first.

use axum::extract::State;
use parlour_booking::bookings::{Bookings, DeskBookingList, ListBookingsRequest};
use parlour_http::{Answer, Given, Query, listed};
use parlour_storage::paging::SizeLimit;
use parlour_storage::salon::Salon;

pub async fn list(
    State(salon): State<Salon>,
    Given(size_limit): Given<SizeLimit>,
    Query(request): Query<ListBookingsRequest>,
) -> Answer<DeskBookingList> {
    let found = Bookings::of(&salon).list(&request, size_limit).await?;
    listed(DeskBookingList { bookings: found.rows }, found.meta)
}
