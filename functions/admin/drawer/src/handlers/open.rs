//! Opens the drawer.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_money::drawer::{Drawers, OpenDrawerRequest, OpenedDrawerAnswer};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn open(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<OpenDrawerRequest>,
) -> Answer<OpenedDrawerAnswer> {
    ok(Drawers::of(&salon).open(&caller, &body).await?)
}
