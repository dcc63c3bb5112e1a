//! The bill of a visit as things stand.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_money::checkout::{BillAnswer, Checkout};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;

pub async fn view(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<BookingId>,
) -> Answer<BillAnswer> {
    ok(BillAnswer { bill: Checkout::of(&salon).bill(&caller.act, &id).await? })
}
