//! Says who the caller is.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::salon::Salon;
use parlour::schedule::MeAnswer;
use parlour::web::{Answer, ok};

pub async fn view(State(salon): State<Salon>, caller: Caller) -> Answer<MeAnswer> {
    ok(salon.schedule().me(&caller).await?)
}
