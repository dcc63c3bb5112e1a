//! Reads how a branch takes bookings.

use axum::extract::State;
use parlour::branches::SettingsAnswer;
use parlour::id::BranchId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn read(State(salon): State<Salon>, PathParam(id): PathParam<BranchId>) -> Answer<SettingsAnswer> {
    ok(SettingsAnswer { settings: salon.branches().settings(&id).await? })
}
