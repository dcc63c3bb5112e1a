//! Changes how a branch takes bookings.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::branches::{SettingsAnswer, SettingsRequest};
use parlour::id::BranchId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn patch(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<BranchId>,
    Valid(body): Valid<SettingsRequest>,
) -> Answer<SettingsAnswer> {
    ok(SettingsAnswer { settings: salon.branches().set(&caller.act, &id, &body).await? })
}
