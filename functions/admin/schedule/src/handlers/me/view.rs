//! Says who the caller is.

use axum::extract::State;
use parlour_booking::schedule::{MeAnswer, Schedule};
use parlour_http::{Answer, Given, ok};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn view(State(salon): State<Salon>, Given(caller): Given<Caller>) -> Answer<MeAnswer> {
    ok(Schedule::of(&salon).me(&caller).await?)
}
