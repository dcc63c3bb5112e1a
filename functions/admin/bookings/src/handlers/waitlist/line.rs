//! The wishes that wait for time on a day.

use axum::extract::State;
use parlour_booking::waitlist::{DeskWishList, Waitlist, WaitlistRequest};
use parlour_http::{Answer, Query, ok};
use parlour_storage::salon::Salon;

pub async fn line(State(salon): State<Salon>, Query(request): Query<WaitlistRequest>) -> Answer<DeskWishList> {
    ok(DeskWishList { wishes: Waitlist::of(&salon).line(&request.branch_id, request.date).await? })
}
