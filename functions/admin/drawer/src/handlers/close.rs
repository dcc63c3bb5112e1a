//! Counts and closes the drawer.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_money::drawer::{CloseDrawerRequest, ClosedDrawerAnswer, Drawers};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn close(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<CloseDrawerRequest>,
) -> Answer<ClosedDrawerAnswer> {
    ok(Drawers::of(&salon).close(&caller, &body).await?)
}
