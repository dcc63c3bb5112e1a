//! Completes a visit and takes the payment.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::checkout::{CompleteRequest, Completed};
use parlour::id::BookingId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn complete(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<BookingId>,
    Valid(body): Valid<CompleteRequest>,
) -> Answer<Completed> {
    ok(salon.checkout().complete(&caller.act, &id, &body).await?)
}
