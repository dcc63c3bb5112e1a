//! Lists who looked at a customer.

use axum::extract::State;
use parlour_http::{Answer, Query, ok};
use parlour_people::customers::{AccessLog, AccessLogRequest, Customers};
use parlour_storage::salon::Salon;

pub async fn access(State(salon): State<Salon>, Query(request): Query<AccessLogRequest>) -> Answer<AccessLog> {
    ok(Customers::of(&salon).accesses(&request).await?)
}
