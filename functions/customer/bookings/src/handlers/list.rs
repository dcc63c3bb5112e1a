//! Lists the caller's bookings, newest first.

use axum::extract::State;
use parlour_booking::bookings::{BookingList, Bookings, OwnBookingsRequest};
use parlour_http::{Answer, Given, Query, listed};
use parlour_people::auth::Caller;
use parlour_storage::paging::SizeLimit;
use parlour_storage::salon::Salon;

pub async fn list(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Given(size_limit): Given<SizeLimit>,
    Query(request): Query<OwnBookingsRequest>,
) -> Answer<BookingList> {
    let found = Bookings::of(&salon).list_own(&caller.user.id, &request, size_limit).await?;
    listed(BookingList { bookings: found.rows }, found.meta)
}
