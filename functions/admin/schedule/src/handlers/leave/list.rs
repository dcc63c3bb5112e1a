//! Lists the leave requests.

use axum::extract::State;
use parlour::salon::Salon;
use parlour::schedule::{LeaveList, LeaveListRequest};
use parlour::web::{Answer, Query, paged};

pub async fn list(State(salon): State<Salon>, Query(request): Query<LeaveListRequest>) -> Answer<LeaveList> {
    let (leave, meta) = salon.schedule().leave(&request).await?;
    paged(LeaveList { leave }, meta)
}
