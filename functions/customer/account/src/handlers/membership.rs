//! Reads the customer's membership and earlier ones.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::memberships::OwnMembership;
use parlour::salon::Salon;
use parlour::web::{Answer, ok};

pub async fn membership(State(salon): State<Salon>, caller: Caller) -> Answer<OwnMembership> {
    ok(salon.memberships().of_customer(&caller.user.id).await?)
}
