//! Tests an integration.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::operations::IntegrationAnswer;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn test(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(key): PathParam<String>,
) -> Answer<IntegrationAnswer> {
    ok(salon.operations().test(&caller.act, &caller.user, &key).await?)
}
