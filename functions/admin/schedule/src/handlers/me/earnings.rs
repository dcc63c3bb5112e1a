//! Reads the caller's own pay.

use axum::extract::State;
use parlour_http::{Answer, Given, Query, ok};
use parlour_money::pay::{Pay, PersonPay, PersonPayRequest};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn earnings(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Query(request): Query<PersonPayRequest>,
) -> Answer<PersonPay> {
    ok(Pay::of(&salon).mine(&caller, request.month).await?)
}
