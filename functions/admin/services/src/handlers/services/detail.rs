//! Reads one service.

use axum::extract::State;
use parlour::catalogue::AdminServiceAnswer;
use parlour::id::ServiceId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, ok};

pub async fn detail(State(salon): State<Salon>, PathParam(id): PathParam<ServiceId>) -> Answer<AdminServiceAnswer> {
    ok(AdminServiceAnswer { service: salon.catalogue().detail(&id).await? })
}
