//! Reads the pay of a person, line by line.

use axum::extract::State;
use parlour_http::{Answer, PathParam, Query, ok};
use parlour_money::pay::{Pay, PersonPay, PersonPayRequest};
use parlour_storage::salon::Salon;
use parlour_values::id::StaffId;

pub async fn person(
    State(salon): State<Salon>,
    PathParam(id): PathParam<StaffId>,
    Query(request): Query<PersonPayRequest>,
) -> Answer<PersonPay> {
    ok(Pay::of(&salon).of_person(&id, request.month).await?)
}
