//! Changes a service.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::catalogue::{AdminServiceAnswer, PatchServiceRequest};
use parlour::id::ServiceId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Valid, ok};

pub async fn patch(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<ServiceId>,
    Valid(body): Valid<PatchServiceRequest>,
) -> Answer<AdminServiceAnswer> {
    ok(AdminServiceAnswer { service: salon.catalogue().patch(&caller.act, &id, &body).await? })
}
