//! Sells a membership.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_money::memberships::{Memberships, SellRequest, Sold};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn sell(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<SellRequest>,
) -> Answer<Sold> {
    ok(Memberships::of(&salon).sell(&caller, &body).await?)
}
