//! Reads how a branch takes bookings.

use axum::extract::State;
use parlour_http::{Answer, PathParam, ok};
use parlour_setup::branches::{Branches, SettingsAnswer};
use parlour_storage::salon::Salon;
use parlour_values::id::BranchId;

pub async fn read(State(salon): State<Salon>, PathParam(id): PathParam<BranchId>) -> Answer<SettingsAnswer> {
    ok(SettingsAnswer { settings: Branches::of(&salon).settings(&id).await? })
}
