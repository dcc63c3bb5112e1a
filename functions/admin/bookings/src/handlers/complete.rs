//! Completes a visit and takes the payment.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_money::checkout::{Checkout, CompleteRequest, Completed};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::id::BookingId;

pub async fn complete(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<BookingId>,
    Valid(body): Valid<CompleteRequest>,
) -> Answer<Completed> {
    ok(Checkout::of(&salon).complete(&caller, &id, &body).await?)
}
