//! Lists the caller's bookings, newest first.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::bookings::{BookingList, OwnBookingsRequest};
use parlour::paging::Room;
use parlour::salon::Salon;
use parlour::web::{Answer, Query, listed};

pub async fn list(
    State(salon): State<Salon>,
    caller: Caller,
    room: Room,
    Query(request): Query<OwnBookingsRequest>,
) -> Answer<BookingList> {
    let found = salon.bookings().list_own(&caller.user.id, &request, room).await?;
    listed(BookingList { bookings: found.rows }, found.meta)
}
