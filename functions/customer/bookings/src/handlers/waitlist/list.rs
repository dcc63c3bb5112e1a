//! The caller's wishes.

use axum::extract::State;
use parlour_booking::waitlist::{Waitlist, WishList};
use parlour_http::{Answer, Given, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>, Given(caller): Given<Caller>) -> Answer<WishList> {
    ok(WishList { wishes: Waitlist::of(&salon).of_customer(&caller.user.id).await? })
}
