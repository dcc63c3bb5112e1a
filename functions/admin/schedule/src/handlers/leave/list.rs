//! Lists the leave requests.

use axum::extract::State;
use parlour_booking::schedule::{LeaveList, LeaveListRequest, Schedule};
use parlour_http::{Answer, Query, paged};
use parlour_storage::salon::Salon;

pub async fn list(State(salon): State<Salon>, Query(request): Query<LeaveListRequest>) -> Answer<LeaveList> {
    let (leave, meta) = Schedule::of(&salon).leave(&request).await?;
    paged(LeaveList { leave }, meta)
}
