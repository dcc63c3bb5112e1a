//! Blocks some of a person's time.

use axum::extract::State;
use parlour_booking::schedule::{BlockAnswer, BlockRequest, Schedule};
use parlour_http::{Answer, Given, Valid, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn block(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<BlockRequest>,
) -> Answer<BlockAnswer> {
    ok(BlockAnswer { block: Schedule::of(&salon).block(&caller, &body).await? })
}
