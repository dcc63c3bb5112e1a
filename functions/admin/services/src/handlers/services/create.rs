//! Creates a service.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::catalogue::{AdminServiceAnswer, CreateServiceRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, Valid, ok};

pub async fn create(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<CreateServiceRequest>,
) -> Answer<AdminServiceAnswer> {
    ok(AdminServiceAnswer { service: salon.catalogue().create(&caller.act, &body).await? })
}
