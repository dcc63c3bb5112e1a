//! Approves what a bill takes off.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_money::checkout::{ApproveBillRequest, BillAnswer, Checkout};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;

pub async fn approve(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<BookingId>,
    Valid(body): Valid<ApproveBillRequest>,
) -> Answer<BillAnswer> {
    ok(BillAnswer { bill: Checkout::of(&salon).approve_bill(&caller, &id, &body).await? })
}
