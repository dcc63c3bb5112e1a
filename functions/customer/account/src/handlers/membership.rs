//! Reads the customer's membership and earlier ones.

use axum::extract::State;
use parlour_http::{Answer, Given, ok};
use parlour_money::memberships::{Memberships, OwnMembership};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn membership(State(salon): State<Salon>, Given(caller): Given<Caller>) -> Answer<OwnMembership> {
    ok(Memberships::of(&salon).of_customer(&caller.user.id).await?)
}
