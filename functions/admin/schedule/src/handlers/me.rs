//! Who I am and when I work.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::salon::Salon;
use parlour::schedule::{MeAnswer, MySchedule, SpanRequest};
use parlour::web::{Answer, Query, ok};

pub async fn me(State(salon): State<Salon>, caller: Caller) -> Answer<MeAnswer> {
    ok(salon.schedule().me(&caller).await?)
}

pub async fn schedule(
    State(salon): State<Salon>,
    caller: Caller,
    Query(request): Query<SpanRequest>,
) -> Answer<MySchedule> {
    ok(MySchedule { days: salon.schedule().my_days(&caller, &request).await? })
}
