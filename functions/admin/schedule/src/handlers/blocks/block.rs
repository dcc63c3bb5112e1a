//! Blocks some of a person's time.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::salon::Salon;
use parlour::schedule::{BlockAnswer, BlockRequest};
use parlour::web::{Answer, Valid, ok};

pub async fn block(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<BlockRequest>,
) -> Answer<BlockAnswer> {
    ok(BlockAnswer { block: salon.schedule().block(&caller, &body).await? })
}
