//! Lists the caller's bookings, newest first.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::bookings::BookingList;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};

pub async fn list(State(salon): State<Salon>, caller: Caller) -> Answer<BookingList> {
    ok(BookingList { bookings: salon.bookings().of_customer(&caller.user.id).await? })
}
