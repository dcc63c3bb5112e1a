//! Replaces the bill by an edited one.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_money::checkout::{BillAnswer, Checkout, PutBillRequest};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;

pub async fn put(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<BookingId>,
    Valid(body): Valid<PutBillRequest>,
) -> Answer<BillAnswer> {
    ok(BillAnswer { bill: Checkout::of(&salon).put_bill(&caller.act, &id, &body).await? })
}
