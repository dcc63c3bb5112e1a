//! Adjusts the pay of a person.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok, path_month};
use parlour_money::pay::{Pay, PayAdjustmentAnswer, PayAdjustmentRequest};
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;

pub async fn adjust(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(month): PathParam<String>,
    Valid(body): Valid<PayAdjustmentRequest>,
) -> Answer<PayAdjustmentAnswer> {
    ok(Pay::of(&salon).adjust(&caller.act, path_month(&month)?, &body).await?)
}
