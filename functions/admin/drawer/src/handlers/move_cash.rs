//! Puts cash into the drawer by hand, or takes it out.

use axum::extract::State;
use parlour_http::{Answer, Given, Valid, ok};
use parlour_money::drawer::{Drawers, MoveCashRequest, MovementAnswer};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn move_cash(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    Valid(body): Valid<MoveCashRequest>,
) -> Answer<MovementAnswer> {
    ok(Drawers::of(&salon).move_cash(&caller, &body).await?)
}
