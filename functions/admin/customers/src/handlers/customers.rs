//! The directory, one customer, a manager's override, two who are one.

use axum::extract::State;
use parlour::auth::Caller;
use parlour::customers::{
    CustomerAnswer, CustomerList, CustomerProfileAnswer, ListCustomersRequest, MergeRequest, OverrideRequest,
};
use parlour::id::UserId;
use parlour::salon::Salon;
use parlour::web::{Answer, PathParam, Query, Valid, ok, paged};

pub async fn list(State(salon): State<Salon>, Query(query): Query<ListCustomersRequest>) -> Answer<CustomerList> {
    let (customers, meta) = salon.customers().list(&query).await?;
    paged(CustomerList { customers }, meta)
}

pub async fn detail(State(salon): State<Salon>, PathParam(id): PathParam<UserId>) -> Answer<CustomerAnswer> {
    ok(CustomerAnswer { customer: salon.customers().detail(&id).await? })
}

pub async fn overrule(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<UserId>,
    Valid(body): Valid<OverrideRequest>,
) -> Answer<CustomerProfileAnswer> {
    ok(CustomerProfileAnswer { customer: salon.customers().overrule(&caller.act, &id, &body).await? })
}

pub async fn merge(
    State(salon): State<Salon>,
    caller: Caller,
    PathParam(id): PathParam<UserId>,
    Valid(body): Valid<MergeRequest>,
) -> Answer<CustomerAnswer> {
    ok(CustomerAnswer { customer: salon.customers().merge(&caller.act, &id, &body).await? })
}
