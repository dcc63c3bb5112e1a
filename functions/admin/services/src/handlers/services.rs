//! Services: list, create, read, change, deactivate, order.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::catalogue::{
    AdminServiceAnswer, AdminServiceList, CreateServiceRequest, ListServicesRequest, OrderRequest, PatchServiceRequest,
};
use parlour::done::Done;
use parlour::id::ServiceId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Query, Valid, ok, paged};

pub async fn list(State(salon): State<Salon>, Query(query): Query<ListServicesRequest>) -> Answer<AdminServiceList> {
    let (services, meta) = salon.catalogue().list(&query).await?;
    paged(AdminServiceList { services }, meta)
}

pub async fn create(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<CreateServiceRequest>,
) -> Answer<AdminServiceAnswer> {
    ok(AdminServiceAnswer { service: salon.catalogue().create(&caller.act, &body).await? })
}

pub async fn detail(State(salon): State<Salon>, PathParam(id): PathParam<ServiceId>) -> Answer<AdminServiceAnswer> {
    ok(AdminServiceAnswer { service: salon.catalogue().detail(&id).await? })
}

pub async fn patch(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<ServiceId>,
    Valid(body): Valid<PatchServiceRequest>,
) -> Answer<AdminServiceAnswer> {
    ok(AdminServiceAnswer { service: salon.catalogue().patch(&caller.act, &id, &body).await? })
}

pub async fn delete(State(salon): State<Salon>, caller: Caller, PathParam(id): PathParam<ServiceId>) -> Answer<Done> {
    salon.catalogue().delete(&caller.act, &id).await?;
    ok(Done::OK)
}

pub async fn order(
    State(salon): State<Salon>,
    caller: Caller,
    Valid(body): Valid<OrderRequest>,
) -> Answer<AdminServiceList> {
    ok(AdminServiceList { services: salon.catalogue().order(&caller.act, &body).await? })
}
