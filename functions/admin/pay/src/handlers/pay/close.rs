//! Closes the pay of a month.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, ok, path_month};
use parlour_money::pay::{Pay, PayClosed};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn close(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(month): PathParam<String>,
) -> Answer<PayClosed> {
    ok(Pay::of(&salon).close(&caller.act, path_month(&month)?).await?)
}
