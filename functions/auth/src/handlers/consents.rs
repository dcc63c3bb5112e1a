//! Reads what the caller has agreed to and withdrawn.

use axum::extract::State;
use parlour_http::{Answer, Given, ok};
use parlour_people::auth::Caller;
use parlour_people::customers::{Consents, Profiles};
use parlour_storage::salon::Salon;

pub async fn consents(State(salon): State<Salon>, Given(caller): Given<Caller>) -> Answer<Consents> {
    ok(Profiles::of(&salon).consents(&caller.user.id).await?)
}
