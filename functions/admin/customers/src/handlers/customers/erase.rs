//! Asks for a customer to be erased.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_people::customers::{ErasureRequest, ErasureView};
use parlour_platform::erasure::Erasures;
use parlour_storage::salon::Salon;
use parlour_values::id::UserId;

pub async fn erase(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<UserId>,
    Valid(body): Valid<ErasureRequest>,
) -> Answer<ErasureView> {
    ok(Erasures::of(&salon).ask_for(&caller.act, &id, &body).await?)
}
