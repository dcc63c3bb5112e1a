//! Tests an integration.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, ok};
use parlour_people::auth::Caller;
use parlour_platform::operations::{IntegrationAnswer, Operations};
use parlour_storage::salon::Salon;

pub async fn test(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(key): PathParam<String>,
) -> Answer<IntegrationAnswer> {
    ok(Operations::of(&salon).test(&caller.act, &caller.user, &key).await?)
}
