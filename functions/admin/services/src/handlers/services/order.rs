//! Sets the display order of the services.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::catalogue::{AdminServiceList, OrderRequest};
use parlour::salon::Salon;
use parlour::web::{Answer, Valid, ok};

pub async fn order(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<OrderRequest>,
) -> Answer<AdminServiceList> {
    ok(AdminServiceList { services: salon.catalogue().order(&caller.act, &body).await? })
}
