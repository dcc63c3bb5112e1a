//! Asks for the caller to be erased.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_people::customers::{ErasureRequest, ErasureView};
use parlour_platform::erasure::Erasures;
use parlour_storage::salon::Salon;

pub async fn ask(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<ErasureRequest>,
) -> Answer<ErasureView> {
    ok(Erasures::of(&salon).ask(&caller, &body).await?)
}
