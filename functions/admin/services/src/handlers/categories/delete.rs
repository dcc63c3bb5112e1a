//! Deactivates a category.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_money::offers::Offers;
use parlour_people::auth::Caller;
use parlour_storage::salon::Salon;
use parlour_values::done::Done;
use parlour_values::id::CategoryId;

pub async fn delete(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<CategoryId>,
) -> Answer<Done> {
    Offers::of(&salon).deactivate_category(&caller.act, &id).await?;
    ok(Done::OK)
}
