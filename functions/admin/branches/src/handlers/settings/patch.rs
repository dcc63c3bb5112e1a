//! Changes how a branch takes bookings.

use axum::extract::State;
use parlour_http::{Answer, Given, PathParam, Valid, ok};
use parlour_people::auth::Caller;
use parlour_setup::branches::{Branches, SettingsAnswer, SettingsRequest};
use parlour_storage::salon::Salon;
use parlour_values::id::BranchId;

pub async fn patch(
    State(salon): State<Salon>,
    Given(caller): Given<Caller>,
    PathParam(id): PathParam<BranchId>,
    Valid(body): Valid<SettingsRequest>,
) -> Answer<SettingsAnswer> {
    ok(SettingsAnswer { settings: Branches::of(&salon).set(&caller.act, &id, &body).await? })
}
